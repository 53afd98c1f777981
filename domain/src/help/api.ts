import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { count, maybe, text } from '../kit/wire.ts'
import { HelpArticle, HelpEntry } from './model.ts'

const articles_read = 'API_/help-centre/articles:GET'

/** The help centre (HELP-001, domain notes 15): everybody reads what is written for their kind, guests too. */
export const helpApi = {
  articles: endpoint('GET /help-centre/articles', {
    input: z.object({ search: maybe(text(200)) }),
    output: z.object({ articles: z.array(HelpEntry), count }),
    audience: 'public',
    permission: articles_read,
    summary: 'Help articles for the reader, or those that hold the words searched for, best first.',
    published: false,
  }),
  article: endpoint('GET /help-centre/article', {
    input: z.object({ slug: text(120) }),
    output: HelpArticle,
    audience: 'public',
    permission: articles_read,
    summary: 'One help article with its text.',
    published: false,
  }),
}
