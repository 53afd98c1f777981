import { z } from 'zod'
import { count, day, flag, instant, maybe, num, rand, text } from '../../kit/calls/wire.ts'
import {
  decimal,
  GroupOverride,
  RateAdjustment,
  RateFormula,
  RateGroup,
  RateGroupExtra,
  ServiceLevel,
  Surcharge,
  TimeBasedRateAdjustment,
  type PriceBook,
} from '../price-books/price-book.ts'

/** A named group of zone tags; formulas may use it instead of a single tag (docs/domain/rating.md#zones-and-lanes). */
export const TagGroup = z.object({ name: text(100), tags: z.array(text(100)) })
export type TagGroup = z.output<typeof TagGroup>

/** The content of a revision: a price book without its id, its name and the provider’s settings. */
export const BookContent = z.object({
  service_levels: z.array(ServiceLevel),
  rate_groups: z.array(RateGroup),
  tag_groups: z.array(TagGroup),
  formulas: z.array(RateFormula),
  surcharges: z.array(Surcharge),
  rate_adjustments: z.array(RateAdjustment),
  time_based_rate_adjustments: z.array(TimeBasedRateAdjustment),
  rate_group_extras: z.array(RateGroupExtra),
  group_overrides: z.array(GroupOverride),
})
export type BookContent = Pick<
  PriceBook,
  | 'service_levels'
  | 'rate_groups'
  | 'tag_groups'
  | 'formulas'
  | 'surcharges'
  | 'rate_adjustments'
  | 'time_based_rate_adjustments'
  | 'rate_group_extras'
  | 'group_overrides'
>

/**
 * The statuses of a revision (docs/domain/rating.md#price-books-groups-and-revisions). `archived` means that it was
 * published and another revision has replaced it.
 */
export const revision_statuses = ['draft', 'published', 'archived'] as const
export type RevisionStatus = (typeof revision_statuses)[number]

/** A dated price book as displayed in lists. From `published` on it never changes (RATE-019). */
export const RateRevision = z.object({
  id: count,
  name: text(100),
  status: z.enum(revision_statuses),
  /** For a draft: the planned start; `null` when none is planned. */
  valid_from: instant.nullable(),
  /** When the next published revision takes over; `null` when there is none. */
  valid_until: instant.nullable(),
  /** Whether this revision prices new shipments now. */
  is_in_force: z.boolean(),
  based_on_id: count.nullable(),
  based_on_name: z.string().nullable(),
  version: z.int(),
  created_by: z.string(),
  modified_by: z.string(),
  published_by: z.string().nullable(),
  time_created: instant,
  time_modified: instant,
})
export type RateRevision = z.output<typeof RateRevision>

/** A place in a price book, so that a screen can link to it. */
export const BookPlace = z.object({
  part: z.enum([
    'formulas',
    'service_levels',
    'rate_groups',
    'tag_groups',
    'surcharges',
    'rate_adjustments',
    'time_based_rate_adjustments',
    'rate_group_extras',
    'group_overrides',
  ]),
  id: count.nullable(),
  rate_group_id: count.nullable(),
  service_level_id: count.nullable(),
  from_tag: z.string().nullable(),
  to_tag: z.string().nullable(),
  /** Start of the price’s weight band in kg; changes stored by earlier releases do not have it. */
  weight_from: num.nullish(),
})
export type BookPlace = z.output<typeof BookPlace>
export type BookPart = BookPlace['part']

/** A problem that prevents publishing, with its place. */
export const BookProblem = z.object({ message: z.string(), place: BookPlace })
export type BookProblem = z.output<typeof BookProblem>

/** The kinds of possible mistakes in a price book. */
export const warning_kinds = ['zero-price', 'negative-price', 'far-price', 'unsold-lane'] as const
export type WarningKind = (typeof warning_kinds)[number]

/** A price or lane that may be a mistake. The book can be published only after this kind of warning is confirmed. */
export const BookWarning = z.object({ kind: z.enum(warning_kinds), message: z.string(), place: BookPlace })
export type BookWarning = z.output<typeof BookWarning>

/** A kind of warning, with the number of warnings that the user saw and confirmed. */
export const ConfirmedWarning = z.object({ kind: z.enum(warning_kinds), count })
export type ConfirmedWarning = z.output<typeof ConfirmedWarning>

/**
 * One price of a lane. Weights in kg; the lower limit is exclusive, the upper inclusive
 * (docs/domain/rating.md#base-prices).
 */
export const LaneBand = RateFormula.pick({ weight_from: true, weight_to: true, type: true, amount: true })
export type LaneBand = z.output<typeof LaneBand>

/** The prices of a lane in one rate group. */
export const LaneValue = z.object({ symmetric: flag, bands: z.array(LaneBand) })
export type LaneValue = z.output<typeof LaneValue>

/** A group’s own settings for a charge. */
const OverrideValue = z.object({ is_active: flag, charge_value: decimal.nullable() })

const item = <Part extends string, Value extends z.ZodType>(part: Part, value: Value) =>
  z.object({
    part: z.literal(part),
    /** 0 for a new item, which gets its id when it is stored. */
    id: count,
    /** `null` removes the item. */
    value: value.nullable(),
  })

/** One edit of a draft: it replaces, adds or removes exactly one item of the book. */
export const RateEdit = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('formulas'),
    rate_group_id: count,
    service_level_id: count,
    from_tag: text(100),
    to_tag: text(100),
    /** `null`: the group has no prices of its own for this lane and inherits them. */
    value: LaneValue.nullable(),
  }),
  item('service_levels', ServiceLevel),
  item('rate_groups', RateGroup),
  item('surcharges', Surcharge),
  item('rate_adjustments', RateAdjustment),
  item('time_based_rate_adjustments', TimeBasedRateAdjustment),
  z.object({
    part: z.literal('rate_group_extras'),
    rate_group_id: count,
    value: RateGroupExtra.nullable(),
  }),
  z.object({ part: z.literal('tag_groups'), name: text(100), value: TagGroup.nullable() }),
  z.object({
    part: z.literal('group_overrides'),
    rate_group_id: count,
    kind: GroupOverride.shape.kind,
    charge_id: count,
    value: OverrideValue.nullable(),
  }),
])
export type RateEdit = z.output<typeof RateEdit>

/** One stored change of a draft. */
export const RateChange = z.object({
  version: z.int(),
  /** What was changed: 'Economy, JHB Main to CPT Main, Default group'. */
  subject: z.string(),
  place: BookPlace,
  username: z.string(),
  time: instant,
})
export type RateChange = z.output<typeof RateChange>

/** Everything that the screens of one revision display. */
export const RevisionDetail = z.object({
  revision: RateRevision,
  book: BookContent,
  /** Problems that prevent publishing; empty for a published revision. */
  problems: z.array(BookProblem),
  /** Warnings to confirm before publishing, compared with `replaces`; empty for a published revision. */
  warnings: z.array(BookWarning),
  /** Newest first, at most 100. */
  changes: z.array(RateChange),
  /** Zone tags of the map, offered for new lanes. */
  zone_tags: z.array(z.string()),
  /** Map areas that surcharges can be linked to. */
  surcharge_zones: z.array(z.object({ id: count, name: z.string() })),
  /** The provider’s settings that are used for pricing. */
  settings: z.object({
    rates_include_vat: z.boolean(),
    vat_percentage: z.number(),
    round_total_to: rand,
    fallback_zone_tag: z.string(),
    insurance_enabled: z.boolean(),
  }),
  /** The other revision that would be in force when this one starts; publishing replaces it. */
  replaces: RateRevision.nullable(),
})
export type RevisionDetail = z.output<typeof RevisionDetail>

/** A shipment with the current price and the price of the draft. */
export const ImpactShipment = z.object({
  id: count,
  reference: z.string(),
  account_name: z.string(),
  service_level_name: z.string(),
  from: rand,
  /** `null` when the draft no longer sells it. */
  to: rand.nullable(),
  reason: z.string(),
})
export type ImpactShipment = z.output<typeof ImpactShipment>

/** The impact that a draft would have had on the shipments of the last days. */
export const Impact = z.object({
  days: z.int(),
  /** Number of all shipments of these days. */
  count: z.int(),
  /** Number of shipments examined; spread evenly over the days when not all are. */
  looked_at: z.int(),
  /** Number of examined shipments that the prices in force sell; only these are compared. */
  replayed: z.int(),
  changed: z.int(),
  dearer: z.int(),
  cheaper: z.int(),
  not_sold: z.int(),
  from: rand,
  to: rand,
  by_service: z.array(
    z.object({ name: z.string(), replayed: z.int(), changed: z.int(), from: rand, to: rand }),
  ),
  biggest: z.array(ImpactShipment),
})
export type Impact = z.output<typeof Impact>

/** The source of an offer’s base price (docs/domain/rating.md#price-books-groups-and-revisions). */
export const PriceSource = z.object({
  service_level_id: count,
  rate_group_id: count,
  rate_group_name: z.string(),
  from_tag: z.string(),
  to_tag: z.string(),
  /** The lane as written in the book: tags, tag groups or `*`. */
  lane_from: z.string(),
  lane_to: z.string(),
  weight_from: num,
  weight_to: num.nullable(),
  formula_type: RateFormula.shape.type,
  formula: z.string(),
})
export type PriceSource = z.output<typeof PriceSource>

/** A change of the name or the planned start; omitted members stay unchanged. */
export const RevisionHead = z.object({ name: maybe(text(100)), valid_from: day.nullable().optional() })
