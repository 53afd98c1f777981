import { helpApi } from '@waybill/domain/help/api'
import { serve } from '../kit/verb.ts'
import { readArticle, readArticles } from './read-articles.ts'

export { starter_articles } from './articles/index.ts'

export const helpRoutes = [serve(helpApi.articles, readArticles), serve(helpApi.article, readArticle)]
