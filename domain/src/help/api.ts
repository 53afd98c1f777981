import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, flag, list, maybe, text } from '../kit/calls/wire.ts'
import { SolvedChallenge } from '../identity/sign-in/challenge.ts'
import { help_category_keys, help_readers, HelpArticle, HelpEntry, ManagedArticle } from './model.ts'

const articles_read = 'API_/help-centre/articles:GET'

const slug = text(120)
const draft = z.object({
  title: text(120),
  summary: text(300),
  category: z.enum(help_category_keys),
  readers: list(z.enum(help_readers)),
  keywords: text(300),
  text: text(50_000, { lines: true }),
  is_shown: flag,
})

/**
 * API endpoints of the help centre (HELP-001, docs/domain/platform.md). Readers, including guests, get the articles
 * written for their kind of reader.
 */
export const helpApi = {
  articles: endpoint('GET /help-centre/articles', {
    input: z.object({ search: maybe(text(200)) }),
    output: z.object({ articles: z.array(HelpEntry), count }),
    audience: 'public',
    permission: articles_read,
    summary: 'Lists help articles for the caller, or those that match a search, best match first.',
    published: false,
  }),
  article: endpoint('GET /help-centre/article', {
    input: z.object({ slug: text(120) }),
    output: HelpArticle,
    audience: 'public',
    permission: articles_read,
    summary: 'Returns a help article with its text.',
    published: false,
  }),
  vote: endpoint('POST /help-centre/article/vote', {
    input: z.object({ slug, is_helpful: flag }),
    output: z.object({}),
    audience: 'public',
    permission: articles_read,
    summary: 'Records whether an article was helpful. Each reader has one vote.',
    published: false,
  }),
  ask: endpoint('POST /help-centre/questions', {
    input: z.object({
      name: text(255),
      email: text(254),
      message: text(5_000, { lines: true }),
      /** The page that the question is about. */
      page: maybe(text(500)),
      /** The id of the last error that was displayed. */
      error_id: maybe(text(100)),
      captcha: maybe(SolvedChallenge),
    }),
    output: z.object({ message: z.string() }),
    audience: 'public',
    permission: null,
    summary: 'Sends a question to the company.',
    published: false,
  }),
  managed: endpoint('GET /help-centre/articles/managed', {
    input: z.object({}),
    output: z.object({ articles: z.array(ManagedArticle), count }),
    audience: 'session',
    permission: 'API_/help-centre/articles:POST',
    summary: 'Lists all articles, including hidden ones, with readers’ ratings.',
    published: false,
  }),
  create: endpoint('POST /help-centre/articles', {
    body: 'many',
    /** `slug`: the slug of the product article to replace. Without it, the slug is made from the title. */
    input: draft.extend({ slug: maybe(slug) }),
    output: z.object({ slug: z.string() }),
    audience: 'session',
    summary: 'Creates a company article.',
    published: false,
  }),
  change: endpoint('PATCH /help-centre/articles', {
    body: 'many',
    input: draft.partial().extend({ slug, version: maybe(count) }),
    output: z.object({ slug: z.string() }),
    audience: 'session',
    summary: 'Updates a company article, or shows or hides a product article.',
    published: false,
  }),
  remove: endpoint('DELETE /help-centre/articles', {
    input: z.object({ slug }),
    output: z.object({}),
    audience: 'session',
    summary: 'Deletes a company article. If it replaced a product article, the product article is restored.',
    published: false,
  }),
}
