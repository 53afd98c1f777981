import { tagsApi } from '@waybill/domain/tags/api'
import { serve } from '../kit/verb.ts'
import { changeTag, createTag, readTags, removeTag } from './edit-tags.ts'

export { seenTags } from './edit-tags.ts'
export { keepTags, listTags } from './store.ts'

export const tagRoutes = [
  serve(tagsApi.tags, readTags),
  serve(tagsApi.create, createTag),
  serve(tagsApi.change, changeTag),
  serve(tagsApi.remove, removeTag),
]
