import { z } from 'zod'

/** Tags of areas on the map (MAP-001). Driver rounds and draft maps are map kinds without tags (MAP-002). */
export const map_tag_types = ['branches', 'rates', 'surcharges', 'service_days', 'exceptions'] as const
export type MapTagType = (typeof map_tag_types)[number]

/** Types of tags for everything else (MAP-003). */
export const other_tag_types = ['account', 'shipment'] as const

/** The types of things that can be tagged. */
export const tag_types = [...map_tag_types, ...other_tag_types] as const
export type TagType = (typeof tag_types)[number]

/** A name with a colour, and the number of things that have the tag (MAP-005). */
export const Tag = z.object({
  id: z.int(),
  type: z.enum(tag_types),
  name: z.string(),
  /** `#rrggbb`. */
  colour: z.string(),
  count: z.int(),
})
export type Tag = z.output<typeof Tag>

/** Display labels of the tag types. */
export const tag_type_labels: Readonly<Record<TagType, string>> = {
  branches: 'Branch areas',
  rates: 'Rate areas',
  surcharges: 'Surcharge areas',
  service_days: 'Service day areas',
  exceptions: 'Exception areas',
  account: 'Accounts',
  shipment: 'Shipments',
}
