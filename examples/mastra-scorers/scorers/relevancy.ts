import { createAnswerRelevancyScorer } from '@mastra/evals/scorers/prebuilt';
import { judgeModel } from '../offline-models.ts';

/** A model judges: which statements of the output are to the point? */
export default createAnswerRelevancyScorer({ model: judgeModel });
