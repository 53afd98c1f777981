import { z } from 'zod'
import { event } from '../kit/event.ts'
import { tag_types } from './model.ts'

/**
 * Emitted before a tag is renamed, or removed when `to` is null. Subscribers that refer to the tag by name reject the
 * change; subscribers that store the tag rename or remove it.
 */
export const tagRenamed = event(
  'tagRenamed',
  z.object({ type: z.enum(tag_types), from: z.string(), to: z.string().nullable() }),
)
