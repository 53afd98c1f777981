import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, maybe, text } from '../kit/calls/wire.ts'
import { max_tag_length } from './rules.ts'
import { Tag, tag_types } from './model.ts'

const name = text(max_tag_length)
const colour = text(7)

/** Endpoints for the tags of areas, accounts and shipments (MAP-004, MAP-005). */
export const tagsApi = {
  tags: endpoint('GET /tags', {
    input: z.object({ type: maybe(z.enum(tag_types)) }),
    output: z.object({ tags: z.array(Tag), count: z.int() }),
    summary: 'Lists tags of one type or of all types, with the number of items for each.',
  }),
  create: endpoint('POST /tags', {
    input: z.object({ type: z.enum(tag_types), name, colour: maybe(colour) }),
    output: Tag,
    summary: 'Creates a tag.',
  }),
  change: endpoint('PATCH /tags', {
    input: z.object({ id: count, name: maybe(name), colour: maybe(colour) }),
    output: Tag,
    summary: 'Renames a tag everywhere it is used, or changes its colour.',
  }),
  remove: endpoint('DELETE /tags', {
    input: z.object({ id: count }),
    output: z.object({}),
    summary: 'Deletes a tag, and removes it from everything that has it.',
  }),
}
