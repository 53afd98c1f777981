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

/** Zone tags under one name, which formulas may use in place of one tag (docs/domain/rating.md#zones-and-lanes). */
export const TagGroup = z.object({ name: text(100), tags: z.array(text(100)) })
export type TagGroup = z.output<typeof TagGroup>

/** What a revision says: everything of a price book besides its id, its name and the provider's settings. */
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
 * What becomes of a revision (docs/domain/rating.md#price-books-groups-and-revisions). `archived`: published once, and
 * another one has taken over.
 */
export const revision_statuses = ['draft', 'published', 'archived'] as const
export type RevisionStatus = (typeof revision_statuses)[number]

/** A dated price book as lists show it; from `published` on it never changes (RATE-019). */
export const RateRevision = z.object({
  id: count,
  name: text(100),
  status: z.enum(revision_statuses),
  /** Of a draft: when it is meant to begin; `null` while nobody has said. */
  valid_from: instant.nullable(),
  /** When the next published revision takes over; `null` when none is waiting. */
  valid_until: instant.nullable(),
  /** It prices new shipments now. */
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

/** Where in a price book something stands, so that a screen can lead there. */
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
  /** Where the weight band of one price begins, kg; changes stored by earlier releases name none. */
  weight_from: num.nullish(),
})
export type BookPlace = z.output<typeof BookPlace>
export type BookPart = BookPlace['part']

/** One thing that stands against publishing, with its place. */
export const BookProblem = z.object({ message: z.string(), place: BookPlace })
export type BookProblem = z.output<typeof BookProblem>

/** What may be a slip in a price book, kind by kind. */
export const warning_kinds = ['zero-price', 'negative-price', 'far-price', 'unsold-lane'] as const
export type WarningKind = (typeof warning_kinds)[number]

/** One price or lane that may be a slip: it is published only once its kind was confirmed. */
export const BookWarning = z.object({ kind: z.enum(warning_kinds), message: z.string(), place: BookPlace })
export type BookWarning = z.output<typeof BookWarning>

/** A kind of warning, and how many of it were seen and confirmed. */
export const ConfirmedWarning = z.object({ kind: z.enum(warning_kinds), count })
export type ConfirmedWarning = z.output<typeof ConfirmedWarning>

/** One price of a lane; kg, the lower end exclusive, the upper inclusive (docs/domain/rating.md#base-prices). */
export const LaneBand = RateFormula.pick({ weight_from: true, weight_to: true, type: true, amount: true })
export type LaneBand = z.output<typeof LaneBand>

/** What a lane says in one rate group. */
export const LaneValue = z.object({ symmetric: flag, bands: z.array(LaneBand) })
export type LaneValue = z.output<typeof LaneValue>

/** A group's own word on a charge. */
const OverrideValue = z.object({ is_active: flag, charge_value: decimal.nullable() })

const item = <Part extends string, Value extends z.ZodType>(part: Part, value: Value) =>
  z.object({
    part: z.literal(part),
    /** 0: a new one, which gets its id when it is stored. */
    id: count,
    /** `null` takes it out. */
    value: value.nullable(),
  })

/** One named edit of a draft: it replaces, adds or takes out one thing of the book and nothing else. */
export const RateEdit = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('formulas'),
    rate_group_id: count,
    service_level_id: count,
    from_tag: text(100),
    to_tag: text(100),
    /** `null`: the group has no prices of its own here and inherits. */
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
  /** What it was about: 'Economy, JHB Main to CPT Main, Default group'. */
  subject: z.string(),
  place: BookPlace,
  username: z.string(),
  time: instant,
})
export type RateChange = z.output<typeof RateChange>

/** Everything the screens of one revision show. */
export const RevisionDetail = z.object({
  revision: RateRevision,
  book: BookContent,
  /** What stands against publishing; empty for what is published. */
  problems: z.array(BookProblem),
  /** What has to be confirmed before publishing, compared with `replaces`; empty for what is published. */
  warnings: z.array(BookWarning),
  /** Newest first, at most 100. */
  changes: z.array(RateChange),
  /** Zone tags of the map, for new lanes. */
  zone_tags: z.array(z.string()),
  /** Areas of the map that surcharges can be tied to. */
  surcharge_zones: z.array(z.object({ id: count, name: z.string() })),
  /** The provider's settings that prices are read with. */
  settings: z.object({
    rates_include_vat: z.boolean(),
    vat_percentage: z.number(),
    round_total_to: rand,
    fallback_zone_tag: z.string(),
    insurance_enabled: z.boolean(),
  }),
  /** The revision that counts when this one would begin, besides itself: what publishing replaces. */
  replaces: RateRevision.nullable(),
})
export type RevisionDetail = z.output<typeof RevisionDetail>

/** One shipment that would cost something else. */
export const ImpactShipment = z.object({
  id: count,
  reference: z.string(),
  account_name: z.string(),
  service_level_name: z.string(),
  from: rand,
  /** `null`: the draft does not sell it any more. */
  to: rand.nullable(),
  reason: z.string(),
})
export type ImpactShipment = z.output<typeof ImpactShipment>

/** What a draft would have meant for the shipments of the last days. */
export const Impact = z.object({
  days: z.int(),
  /** Shipments of these days. */
  count: z.int(),
  /** Those of them that were looked at, spread evenly over the days when they are not all. */
  looked_at: z.int(),
  /** Those of them that the prices in force sell: only they are compared. */
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

/** Where the base price of an offer came from (docs/domain/rating.md#price-books-groups-and-revisions). */
export const PriceSource = z.object({
  service_level_id: count,
  rate_group_id: count,
  rate_group_name: z.string(),
  from_tag: z.string(),
  to_tag: z.string(),
  /** The lane as it is written in the book: tags, groups of tags or `*`. */
  lane_from: z.string(),
  lane_to: z.string(),
  weight_from: num,
  weight_to: num.nullable(),
  formula_type: RateFormula.shape.type,
  formula: z.string(),
})
export type PriceSource = z.output<typeof PriceSource>

/** A change of name or planned start; members left out stay. */
export const RevisionHead = z.object({ name: maybe(text(100)), valid_from: day.nullable().optional() })
