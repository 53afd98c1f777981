import { z } from 'zod'
import { event } from '../kit/event.ts'
import { tag_types } from './model.ts'

/** A tag is about to be renamed, or removed when `to` is null; whoever goes by its name refuses, whoever keeps it renames it. */
export const tagRenamed = event(
  'tagRenamed',
  z.object({ type: z.enum(tag_types), from: z.string(), to: z.string().nullable() }),
)
