import { tagsApi } from '@waybill/domain/tags/api'
import { serve, type Route } from '../kit/handler.ts'
import { changeTag, createTag, readTags, removeTag } from './edit-tags.ts'
import type { CountTagged } from './store.ts'

export { presentTags } from './edit-tags.ts'
export { hasTagCondition, insertTags, listTags, tagsRenamed, type CountTagged } from './store.ts'

/** Returns the routes of tags. `countTagged` combines the modules that own tagged things. */
export const tagRoutes = (countTagged: CountTagged): readonly Route[] => [
  serve(tagsApi.tags, readTags(countTagged)),
  serve(tagsApi.create, createTag(countTagged)),
  serve(tagsApi.change, changeTag(countTagged)),
  serve(tagsApi.remove, removeTag(countTagged)),
]
