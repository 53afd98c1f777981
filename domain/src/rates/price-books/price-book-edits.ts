import { sizesOf } from '../../pickup-points/fit.ts'
import { network_labels, pickup_point_providers } from '../../pickup-points/model.ts'
import { formatRand } from '../../kit/money.ts'
import { invalid, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { parseDecimal, toNumber } from '../formulas/exact-arithmetic.ts'
import { lineageIn } from '../price-grid/price-grid.ts'
import { bandName, bandProblems, cellProblem } from '../price-grid/lane-bands.ts'
import type { RateFormula, RateGroup, ServiceLevel } from './price-book.ts'
import { placeIn } from '../revisions/publishing.ts'
import type { BookContent, BookPlace, RateEdit } from '../revisions/revisions.ts'

/**
 * Returns the key of the item that an edit changes. All edits of the same item have the same key; two users must not
 * change it at the same time.
 */
export function unitOf(edit: RateEdit): string {
  if (edit.part === 'formulas') {
    const { rate_group_id, service_level_id, from_tag, to_tag } = edit
    return ['formulas', rate_group_id, service_level_id, from_tag, to_tag].join('/')
  }
  if (edit.part === 'rate_group_extras') return `rate_group_extras/${edit.rate_group_id}`
  if (edit.part === 'tag_groups') return `tag_groups/${edit.name}`
  if (edit.part === 'group_overrides')
    return `group_overrides/${edit.rate_group_id}/${edit.kind}/${edit.charge_id}`
  return `${edit.part}/${edit.id}`
}

/** Returns the place of the item in the book, so that a screen can link to it. */
export function placeOfEdit(edit: RateEdit): BookPlace {
  if (edit.part === 'formulas') {
    const { rate_group_id, service_level_id, from_tag, to_tag } = edit
    return placeIn('formulas', { rate_group_id, service_level_id, from_tag, to_tag })
  }
  if (edit.part === 'rate_group_extras' || edit.part === 'group_overrides')
    return placeIn(edit.part, { id: edit.rate_group_id, rate_group_id: edit.rate_group_id })
  return edit.part === 'tag_groups' ? placeIn('tag_groups') : placeIn(edit.part, { id: edit.id })
}

const part_words = {
  service_levels: 'service level',
  rate_groups: 'rate group',
  surcharges: 'surcharge',
  rate_adjustments: 'adjustment',
  time_based_rate_adjustments: 'time-based adjustment',
} as const

/** Returns the subject of an edit in words: 'Economy, JHB Main to CPT Main, Default group'. */
export function subjectOf(edit: RateEdit, book: BookContent): string {
  const group = (id: number): string => book.rate_groups.find((one) => one.id === id)?.name ?? `Group ${id}`
  if (edit.part === 'formulas') {
    const service = book.service_levels.find((one) => one.id === edit.service_level_id)
    return `${service?.name ?? 'Unknown service level'}, ${edit.from_tag} to ${edit.to_tag}, ${group(edit.rate_group_id)}`
  }
  if (edit.part === 'rate_group_extras') return `Insurance of ${group(edit.rate_group_id)}`
  if (edit.part === 'tag_groups') return `Zone group ${edit.value?.name ?? edit.name}`
  if (edit.part === 'group_overrides') {
    const charges = {
      surcharge: book.surcharges,
      rate_adjustment: book.rate_adjustments,
      time_based_rate_adjustment: book.time_based_rate_adjustments,
    }[edit.kind]
    const charge = charges.find((one) => one.id === edit.charge_id)
    return `${charge?.name ?? 'A charge'} of ${group(edit.rate_group_id)}`
  }
  const rows: readonly { id: number; name: string }[] = book[edit.part]
  const name = edit.value?.name ?? rows.find((one) => one.id === edit.id)?.name ?? ''
  return `${part_words[edit.part]} ${name}`
}

/**
 * Returns the item’s current value in the book, in the form of an edit’s value; `null` when the book does not contain
 * it.
 */
export function valueIn(book: BookContent, edit: RateEdit): RateEdit['value'] {
  if (edit.part === 'formulas') {
    const rows = lanesRows(book, edit)
    const bands = rows.map(({ weight_from, weight_to, type, amount }) => ({
      weight_from,
      weight_to,
      type,
      amount,
    }))
    return rows[0] ? { symmetric: rows[0].symmetric, bands } : null
  }
  if (edit.part === 'rate_group_extras')
    return book.rate_group_extras.find((row) => row.rate_group_id === edit.rate_group_id) ?? null
  if (edit.part === 'tag_groups') {
    const found = book.tag_groups.find((row) => row.name === edit.name)
    return found ? { name: found.name, tags: [...found.tags] } : null
  }
  if (edit.part === 'group_overrides') {
    const row = book.group_overrides.find((one) => isOverride(one, edit))
    return row ? { is_active: row.is_active, charge_value: row.charge_value } : null
  }
  const rows: readonly { id: number }[] = book[edit.part]
  return (rows.find((one) => one.id === edit.id) ?? null) as RateEdit['value']
}

type LaneName = Pick<RateFormula, 'rate_group_id' | 'service_level_id' | 'from_tag' | 'to_tag'>

const isLane = (row: RateFormula, lane: LaneName): boolean =>
  row.rate_group_id === lane.rate_group_id &&
  row.service_level_id === lane.service_level_id &&
  row.from_tag === lane.from_tag &&
  row.to_tag === lane.to_tag

const lanesRows = (book: BookContent, lane: LaneName): RateFormula[] =>
  book.formulas.filter((row) => isLane(row, lane)).toSorted((a, b) => a.weight_from - b.weight_from)

const isOverride = (
  row: BookContent['group_overrides'][number],
  edit: Extract<RateEdit, { part: 'group_overrides' }>,
): boolean =>
  row.rate_group_id === edit.rate_group_id && row.kind === edit.kind && row.charge_id === edit.charge_id

/**
 * Checks whether an edit keeps the book valid; the problems name the fields of the edit’s value. `sold` is the
 * revision that the draft is based on. Its service levels and rate groups cannot be deleted, because shipments and
 * accounts refer to them; service levels can be switched off instead.
 */
export function checkEdit(
  book: BookContent,
  edit: RateEdit,
  sold: Pick<BookContent, 'service_levels' | 'rate_groups'>,
): RuleResult {
  if (edit.value === null) return mayTakeOut(book, edit, sold)
  const problems = problemsOf(book, edit)
  const [first] = problems
  return first ? invalid(first.message, problems) : true
}

function mayTakeOut(
  book: BookContent,
  edit: RateEdit,
  sold: Pick<BookContent, 'service_levels' | 'rate_groups'>,
): RuleResult {
  if (edit.part === 'service_levels' && sold.service_levels.some((one) => one.id === edit.id))
    return invalid('Shipments use this service level. Switch it off instead of removing it.')
  if (edit.part === 'rate_groups') {
    if (sold.rate_groups.some((one) => one.id === edit.id))
      return invalid('Accounts may have this rate group. Give them another group and leave this one unused.')
    const child = book.rate_groups.find((one) => one.parent_rate_group_id === edit.id)
    if (child) return invalid(`${child.name} inherits from this group. Give it another parent first.`)
  }
  if (edit.part === 'tag_groups') {
    const used = book.formulas.find((row) => row.from_tag === edit.name || row.to_tag === edit.name)
    if (used)
      return invalid(
        `The lane ${used.from_tag} to ${used.to_tag} uses this zone group. Remove the lane first.`,
      )
  }
  return true
}

function problemsOf(book: BookContent, edit: RateEdit): FieldProblem[] {
  switch (edit.part) {
    case 'formulas':
      return laneProblems(book, edit)
    case 'service_levels':
      return edit.value ? serviceProblems(book, edit.id, edit.value) : []
    case 'rate_groups':
      return edit.value ? groupProblems(book, edit.id, edit.value) : []
    case 'tag_groups':
      return edit.value ? zoneGroupProblems(book, edit.name, edit.value) : []
    case 'rate_group_extras':
      return edit.value ? insuranceProblems(edit.value) : []
    case 'group_overrides':
      return []
    default:
      return edit.value
        ? [...nameProblems(book[edit.part], edit.id, edit.value), ...chargeProblems(edit)]
        : []
  }
}

const problem = (field: string, message: string): FieldProblem => ({ field, message })

function nameProblems(
  rows: readonly { id: number; name: string }[],
  id: number,
  value: { name: string },
): FieldProblem[] {
  if (value.name === '') return [problem('name', 'Enter a name.')]
  const isTaken = rows.some((one) => one.id !== id && one.name.toLowerCase() === value.name.toLowerCase())
  return isTaken ? [problem('name', `'${value.name}' exists already. Choose another name.`)] : []
}

function laneProblems(book: BookContent, edit: Extract<RateEdit, { part: 'formulas' }>): FieldProblem[] {
  const { value, from_tag, to_tag } = edit
  if (!value) return []
  if (from_tag === '' || to_tag === '')
    return [problem(from_tag === '' ? 'from_tag' : 'to_tag', 'Choose a zone.')]
  if (!book.rate_groups.some((one) => one.id === edit.rate_group_id))
    return [problem('rate_group_id', 'This rate group no longer exists. Choose another one.')]
  if (!book.service_levels.some((one) => one.id === edit.service_level_id))
    return [problem('service_level_id', 'This service level no longer exists. Choose another one.')]
  if (value.bands.length === 0) return [problem('bands', 'A lane needs at least one price.')]
  const lane = `${from_tag} to ${to_tag}`
  const wrong = value.bands.flatMap((band, index) => {
    const message = cellProblem(band)
    return message ? [problem(`bands.${index}.amount`, `${lane}, ${bandName(band)}: ${message}`)] : []
  })
  return [...wrong, ...bandProblems(value.bands).map((message) => problem('bands', `${lane}: ${message}`))]
}

const positive = [
  ['volumetric_factor', 'The volumetric factor'],
  ['min_weight', 'The smallest weight'],
  ['max_weight', 'The largest weight'],
  ['max_parcel_weight', 'The largest weight of a parcel'],
  ['max_length', 'The longest side'],
  ['max_girth', 'The girth'],
  ['max_parcels', 'The number of parcels'],
  ['collection_capacity_per_day', 'The capacity'],
] as const

function serviceProblems(book: BookContent, id: number, value: ServiceLevel): FieldProblem[] {
  const problems = nameProblems(book.service_levels, id, value)
  if (value.code === '') problems.push(problem('code', 'Enter a code such as ECO.'))
  const twin = book.service_levels.find(
    (one) => one.id !== id && one.code.toUpperCase() === value.code.toUpperCase(),
  )
  if (twin)
    problems.push(problem('code', `${twin.name} already has the code ${value.code}. Choose another one.`))
  for (const [field, label] of positive) {
    const number = value[field]
    if (number !== null && number <= 0) problems.push(problem(field, `${label} must be more than 0.`))
  }
  problems.push(...networkProblems(value))
  const hours = (type: 'h' | 'd', count: number): number => (type === 'd' ? count * 24 : count)
  const from = hours(value.delivery_estimate_from_type, value.delivery_estimate_from_value)
  const to = hours(value.delivery_estimate_to_type, value.delivery_estimate_to_value)
  if (from < 0 || to < from)
    problems.push(
      problem('delivery_estimate_to_value', 'The latest delivery must not be before the earliest one.'),
    )
  return problems
}

/**
 * Checks that a service level for the pickup points of one network names an existing network and, if it has a size, a
 * locker size of that network (PP-001, PP-003…PP-006).
 */
function networkProblems({ pickup_point_provider, pickup_point_size }: ServiceLevel): FieldProblem[] {
  const network = pickup_point_providers.find((one) => one === pickup_point_provider)
  if (pickup_point_provider !== null && !network)
    return [
      problem('pickup_point_provider', 'This pickup point network does not exist. Choose one from the list.'),
    ]
  if (pickup_point_size === null) return []
  if (!network) return [problem('pickup_point_provider', 'Choose the locker network for this size.')]
  const sizes = sizesOf(network)
  return sizes && !sizes.includes(pickup_point_size)
    ? [
        problem(
          'pickup_point_size',
          `${network_labels[network]} has no size ${pickup_point_size}. Choose one of ${sizes.join(', ')}.`,
        ),
      ]
    : []
}

function groupProblems(book: BookContent, id: number, value: RateGroup): FieldProblem[] {
  const problems = nameProblems(book.rate_groups, id, value)
  const { parent_rate_group_id: parent } = value
  if (parent !== null && !book.rate_groups.some((one) => one.id === parent))
    problems.push(
      problem('parent_rate_group_id', 'This parent group no longer exists. Choose another group.'),
    )
  if (parent !== null && (parent === id || lineageIn(book, parent).some((one) => one.id === id)))
    problems.push(
      problem(
        'parent_rate_group_id',
        'A group cannot inherit from itself or from one that inherits from it.',
      ),
    )
  if (value.base_percentage !== null && toNumber(parseDecimal(value.base_percentage)) < -100)
    problems.push(problem('base_percentage', 'A price cannot go down by more than 100 %.'))
  if (value.min_charge !== null && value.min_charge < 0)
    problems.push(problem('min_charge', 'The minimum charge must not be below zero.'))
  return problems
}

function zoneGroupProblems(
  book: BookContent,
  name: string,
  value: { name: string; tags: readonly string[] },
): FieldProblem[] {
  if (value.name === '' || value.name === '*') return [problem('name', 'Enter a name.')]
  if (value.tags.length === 0) return [problem('tags', 'A zone group needs at least one zone.')]
  const isTaken =
    value.name !== name &&
    (book.tag_groups.some((one) => one.name === value.name) ||
      book.tag_groups.some((one) => one.tags.includes(value.name)))
  return isTaken ? [problem('name', `'${value.name}' exists already. Choose another name.`)] : []
}

function insuranceProblems(value: {
  insurance_percentage: string
  insurance_min_charge: number
  insurance_max_declared_value: number
  insurance_included_value: number
  insurance_bands: readonly { value_to: number }[]
}): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (parseDecimal(value.insurance_percentage).units < 0)
    problems.push(problem('insurance_percentage', 'The percentage must not be below zero.'))
  for (const field of [
    'insurance_min_charge',
    'insurance_included_value',
    'insurance_max_declared_value',
  ] as const)
    if (value[field] < 0) problems.push(problem(field, 'The amount must not be below zero.'))
  if (value.insurance_included_value > value.insurance_max_declared_value)
    problems.push(
      problem(
        'insurance_included_value',
        `The free cover must not be above the highest declared value of ${formatRand(value.insurance_max_declared_value)}.`,
      ),
    )
  for (const [index, band] of value.insurance_bands.entries())
    if (index > 0 && band.value_to <= (value.insurance_bands[index - 1]?.value_to ?? 0))
      problems.push(
        problem(
          `insurance_bands.${index}.value_to`,
          'Each band must end at a higher value than the one before.',
        ),
      )
  return problems
}

function chargeProblems(
  edit: Extract<RateEdit, { part: 'surcharges' | 'rate_adjustments' | 'time_based_rate_adjustments' }>,
): FieldProblem[] {
  const { value } = edit
  if (!value) return []
  const problems: FieldProblem[] = []
  if (value.free_units < 0) problems.push(problem('free_units', 'The free units must not be below zero.'))
  const { min_amount, max_amount } = value
  if (min_amount !== null && max_amount !== null && min_amount > max_amount)
    problems.push(
      problem('max_amount', `The largest amount is below the smallest, ${formatRand(min_amount)}.`),
    )
  if (edit.part === 'surcharges' && edit.value) problems.push(...surchargeProblems(edit.value))
  if (edit.part === 'rate_adjustments' && edit.value) {
    const { valid_from, valid_until, history } = edit.value
    for (const [at, row] of history.entries())
      if (row.effective_date === '') problems.push(problem(`history.${at}.effective_date`, 'Choose a day.'))
    if (valid_from !== null && valid_until !== null && valid_until < valid_from)
      problems.push(problem('valid_until', 'The last day must not be before the first.'))
  }
  if (edit.part === 'time_based_rate_adjustments' && edit.value) {
    const { window_from, window_to } = edit.value
    if ((window_from === null) !== (window_to === null))
      problems.push(
        problem(
          window_from === null ? 'window_from' : 'window_to',
          'Enter both the start and the end of the window.',
        ),
      )
    if (window_from !== null && window_to !== null && window_to <= window_from)
      problems.push(problem('window_to', 'The window must end after it begins.'))
  }
  return problems
}

function surchargeProblems(
  value: Extract<RateEdit, { part: 'surcharges' }>['value'] & object,
): FieldProblem[] {
  if (value.type === 'tag' && value.tag === '') return [problem('tag', 'Enter the tag that costs extra.')]
  if (value.type === 'dimensions-weight' && value.metric === null)
    return [problem('metric', 'Choose what is measured.')]
  return value.type === 'pod-method' && value.pod_method === ''
    ? [problem('pod_method', 'Choose the proof of delivery that costs extra.')]
    : []
}

/**
 * Returns the book after the edits are applied in order. The caller must have checked them. The given book is not
 * changed.
 */
export function applyEdits(book: BookContent, edits: readonly RateEdit[]): BookContent {
  return edits.reduce(applyEdit, book)
}

function applyEdit(book: BookContent, edit: RateEdit): BookContent {
  switch (edit.part) {
    case 'formulas':
      return { ...book, formulas: withLane(book, edit) }
    case 'rate_group_extras':
      return {
        ...book,
        rate_group_extras: replaced(
          book.rate_group_extras,
          (row) => row.rate_group_id === edit.rate_group_id,
          edit.value && { ...edit.value, rate_group_id: edit.rate_group_id },
        ),
      }
    case 'tag_groups':
      return withZoneGroup(book, edit.name, edit.value)
    case 'group_overrides': {
      const { rate_group_id, kind, charge_id, value } = edit
      return {
        ...book,
        group_overrides: replaced(
          book.group_overrides,
          (row) => isOverride(row, edit),
          value && { rate_group_id, kind, charge_id, ...value },
        ),
      }
    }
    case 'rate_groups':
      return edit.value === null
        ? withoutGroup(book, edit.id)
        : { ...book, rate_groups: byId(book.rate_groups, edit.id, edit.value) }
    case 'service_levels':
      return {
        ...book,
        service_levels: byId(book.service_levels, edit.id, edit.value),
        formulas: edit.value
          ? book.formulas
          : book.formulas.filter((row) => row.service_level_id !== edit.id),
      }
    case 'surcharges':
      return { ...book, surcharges: byId(book.surcharges, edit.id, edit.value) }
    case 'rate_adjustments':
      return { ...book, rate_adjustments: byId(book.rate_adjustments, edit.id, edit.value) }
    case 'time_based_rate_adjustments':
      return {
        ...book,
        time_based_rate_adjustments: byId(book.time_based_rate_adjustments, edit.id, edit.value),
      }
  }
}

/** Returns the rows with one row replaced, appended or removed. */
function replaced<Row>(rows: readonly Row[], is: (row: Row) => boolean, value: Row | null): readonly Row[] {
  if (value === null) return rows.filter((row) => !is(row))
  return rows.some(is) ? rows.map((row) => (is(row) ? value : row)) : [...rows, value]
}

const byId = <Row extends { id: number }>(
  rows: readonly Row[],
  id: number,
  value: Row | null,
): readonly Row[] => replaced(rows, (row) => row.id === id, value && { ...value, id })

/** Replaces the bands of a lane. A band keeps the id of the former row with the same start weight. */
function withLane(book: BookContent, edit: Extract<RateEdit, { part: 'formulas' }>): RateFormula[] {
  const { rate_group_id, service_level_id, from_tag, to_tag, value } = edit
  const former = lanesRows(book, edit)
  const others = book.formulas.filter((row) => !isLane(row, edit))
  if (!value) return others
  let last = book.formulas.reduce((maxId, row) => Math.max(maxId, row.id), 0)
  const rows = value.bands
    .toSorted((a, b) => a.weight_from - b.weight_from)
    .map((band): RateFormula => {
      const known = former.find((row) => row.weight_from === band.weight_from)
      const { symmetric } = value
      const id = known?.id ?? (last += 1)
      return { id, rate_group_id, service_level_id, from_tag, to_tag, symmetric, ...band }
    })
  return [...others, ...rows]
}

/** Replaces a zone group. When it is renamed, the lanes that use it are renamed too. */
function withZoneGroup(
  book: BookContent,
  name: string,
  value: { name: string; tags: string[] } | null,
): BookContent {
  const renamed = (tag: string): string => (value && tag === name ? value.name : tag)
  const formulas =
    value && value.name !== name
      ? book.formulas.map((row) => ({
          ...row,
          from_tag: renamed(row.from_tag),
          to_tag: renamed(row.to_tag),
        }))
      : book.formulas
  return { ...book, tag_groups: replaced(book.tag_groups, (row) => row.name === name, value), formulas }
}

/** Removes a group with its own prices, insurance and charge overrides. */
function withoutGroup(book: BookContent, id: number): BookContent {
  const isOther = (row: { rate_group_id: number }): boolean => row.rate_group_id !== id
  return {
    ...book,
    rate_groups: book.rate_groups.filter((group) => group.id !== id),
    formulas: book.formulas.filter(isOther),
    rate_group_extras: book.rate_group_extras.filter(isOther),
    group_overrides: book.group_overrides.filter(isOther),
  }
}
