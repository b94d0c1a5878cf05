import { database } from '@/lib/db';
import { recordedAnswers } from '@/lib/history';
import { readCase, route } from '@/lib/http';

export const GET = route<'GET /api/cases/answers'>((request) => recordedAnswers(database(), readCase(request)));
