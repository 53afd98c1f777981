import { z } from 'zod'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { serveRaw, type Route } from '../kit/handler.ts'
import { docsPage } from './docs/docs-page.ts'
import { openApiDocument, type OpenApi } from './docs/openapi.ts'

const document = endpoint('GET /openapi.json', {
  input: z.object({}),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'The public API as an OpenAPI 3.1 document.',
})
const page = endpoint('GET /api-docs', {
  input: z.object({ find: z.unknown().optional() }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'The public API as a page.',
})

/** The reference is the same for all callers until the next release. */
const cached = 'public, max-age=300'

/** Returns the routes of the API reference. The document is created on the first request and cached. */
export function apiDocsRoutes(routes: readonly Route[]): Route[] {
  let made: OpenApi | undefined
  const read = () => (made ??= openApiDocument(routes))
  return [
    serveRaw(document, async () => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': cached },
      body: JSON.stringify(read()),
    })),
    serveRaw(page, async (_ctx, { find }) => {
      const answer = docsPage(read(), typeof find === 'string' ? find.slice(0, 100) : '')
      return { ...answer, headers: { ...answer.headers, 'cache-control': cached } }
    }),
  ]
}
