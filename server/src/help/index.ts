import { helpApi } from '@waybill/domain/help/api'
import { serve } from '../kit/handler.ts'
import { changeHelp, createArticle, removeArticle } from './edit-articles.ts'
import { contactCompany, voteOnArticle } from './feedback.ts'
import { readArticle, readArticles, readManaged } from './read-articles.ts'

export { sendQuestion } from './feedback.ts'

export const helpRoutes = [
  serve(helpApi.articles, readArticles),
  serve(helpApi.article, readArticle),
  serve(helpApi.vote, voteOnArticle),
  serve(helpApi.ask, contactCompany),
  serve(helpApi.managed, readManaged),
  serve(helpApi.create, createArticle),
  serve(helpApi.change, changeHelp),
  serve(helpApi.remove, removeArticle),
]
