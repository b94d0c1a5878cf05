import { database } from '@/runner/history/db';
import { recordedAnswers } from '@/runner/history';
import { readCase, route } from '@/lib/http';

export const GET = route<'GET /api/cases/answers'>((request) => recordedAnswers(database(), readCase(request)));
