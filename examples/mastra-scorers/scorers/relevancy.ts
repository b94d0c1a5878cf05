import { createAnswerRelevancyScorer } from '@mastra/evals/scorers/prebuilt';
import { judgeModel } from '../offline-models.ts';

/** A scorer that lets a model judge which statements of the output are relevant. */
export default createAnswerRelevancyScorer({ model: judgeModel });
