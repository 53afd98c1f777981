import { helpApi } from '@waybill/domain/help/api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'

/** What is out of date once an article was written, changed or removed. */
export const help_queries: readonly Endpoint[] = [helpApi.articles, helpApi.article, helpApi.managed]
