import { helpApi } from '@waybill/domain/help/api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'

/** The queries to refresh after an article was created, changed or removed. */
export const help_queries: readonly Endpoint[] = [helpApi.articles, helpApi.article, helpApi.managed]
