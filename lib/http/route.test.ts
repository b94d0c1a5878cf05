import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  defineRoute,
  defineRunRoute,
  parseCaseParams,
  parseRouteBody,
  parseSearchParams,
  parseSuiteParam,
} from './route.ts';

const text = z.string();
const querySchema = z.object({ base: text, head: text, all: z.enum(['true', 'false']).default('false') });
const getRequest = new Request('http://127.0.0.1/?base=1&head=2');
const postRequest = (body: object) => new Request('http://127.0.0.1/', { method: 'POST', body: JSON.stringify(body) });
const ofRun = { params: Promise.resolve({ runId: 'r' }) };

describe('a route', () => {
  it('reads what the table says', async () => {
    const compare = defineRoute<'GET /api/compare'>((request) =>
      Response.json(parseSearchParams(request, querySchema)),
    );
    expect(await (await compare(getRequest)).json()).toEqual({ base: '1', head: '2', all: 'false' });
    const label = defineRunRoute<'POST /api/runs/[runId]/label'>((request) =>
      parseRouteBody(request, z.object({ label: text })),
    );
    expect(await (await label(postRequest({ label: 'l' }), ofRun)).json()).toEqual({ label: 'l' });
  });

  it('does not compile with a misspelt value of its search, and would refuse what is sent', async () => {
    const misspelt = querySchema.omit({ head: true }).extend({ haed: text });
    // @ts-expect-error: `haed`
    const compare = defineRoute<'GET /api/compare'>((request) => Response.json(parseSearchParams(request, misspelt)));
    expect((await compare(getRequest)).status).toBe(400);
  });

  it('does not compile with a misspelt value that may be left out, and would not hear of it', async () => {
    const misspelt = querySchema.omit({ all: true }).extend({ al: text.optional() });
    // @ts-expect-error: `al`
    const compare = defineRoute<'GET /api/compare'>((request) => Response.json(parseSearchParams(request, misspelt)));
    expect(await (await compare(new Request(`${getRequest.url}&all=true`))).json()).toEqual({ base: '1', head: '2' });
  });

  it('does not compile where it reads less than the table says, or another type', () => {
    const smallerSchema = querySchema.omit({ all: true });
    const numbers = querySchema.extend({ base: z.number() });
    const required = querySchema.extend({ all: text });
    // @ts-expect-error: without `all`
    defineRoute<'GET /api/compare'>((request) => Response.json(parseSearchParams(request, smallerSchema)));
    // @ts-expect-error: a text of the address is no number
    defineRoute<'GET /api/compare'>((request) => Response.json(parseSearchParams(request, numbers)));
    // @ts-expect-error: the page may leave it out
    defineRoute<'GET /api/compare'>((request) => Response.json(parseSearchParams(request, required)));
    // @ts-expect-error: it has no suite alone
    defineRoute<'GET /api/cases/answers'>((request) => Response.json({ suite: parseSuiteParam(request) }));
    // @ts-expect-error: it has more than a case
    defineRoute<'GET /api/case-history'>((request) => Response.json(parseCaseParams(request)));
  });

  it('does not compile with a misspelt member of its body, and would refuse what is sent', async () => {
    const misspelt = z.object({ lable: text });
    // @ts-expect-error: `lable`
    const label = defineRunRoute<'POST /api/runs/[runId]/label'>((request) => parseRouteBody(request, misspelt));
    expect((await label(postRequest({ label: 'l' }), ofRun)).status).toBe(400);
  });

  it('does not compile with a misspelt value of its path, or on the wrong level', () => {
    const forks = defineRunRoute<'GET /api/runs/[runId]/forks'>((_request, runId) => Response.json({ runId }));
    // @ts-expect-error: `runid`
    const misspelt: Parameters<typeof forks>[1] = { params: Promise.resolve({ runid: 'r' }) };
    expect(misspelt).toBeDefined();
    // @ts-expect-error: it is below a run
    defineRoute<'GET /api/runs/[runId]/forks'>(() => ({ forks: [] }));
    // @ts-expect-error: it is not
    defineRunRoute<'GET /api/settings'>(() => Response.json({}));
    // @ts-expect-error: the table has no such route
    defineRoute<'GET /api/setings'>(() => Response.json({}));
  });
});
