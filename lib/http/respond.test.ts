import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AppError } from '../../runner/host/errors.ts';
import { parseJsonBody, withErrorResponses } from './respond.ts';

describe('respond', () => {
  it('hands on what the route answers', async () => {
    const response = await withErrorResponses(() => Response.json({ fine: true }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ fine: true });
  });

  it('says which run is missing', async () => {
    const response = await withErrorResponses(() => {
      throw new AppError('not_found', 'no run x', ['look at /runs']);
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: 'not_found', message: 'no run x', details: ['look at /runs'] },
    });
  });

  it('names the field of a request that is wrong', async () => {
    const response = await withErrorResponses(() => {
      z.object({ attempts: z.int() }).parse({ attempts: 'many' });
      return new Response();
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('attempts: ');
  });

  it('lets an error that nobody expected through, so that it is logged as one', async () => {
    const broken = withErrorResponses(() => {
      throw new TypeError('bug');
    });
    await expect(broken).rejects.toThrow('bug');
  });
});

describe('parseJsonBody', () => {
  it('calls a body that is not JSON the mistake of the caller', async () => {
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: '{' });
    await expect(parseJsonBody(request, z.unknown())).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
