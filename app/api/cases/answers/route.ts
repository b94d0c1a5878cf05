import { defineRoute, readCase } from '@/lib/http';
import { recordedAnswers } from '@/runner/history';
import { database } from '@/runner/history/db';

export const GET = defineRoute<'GET /api/cases/answers'>((request) => recordedAnswers(database(), readCase(request)));
