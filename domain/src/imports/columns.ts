import {
  matchHeadings,
  type ColumnMap,
  type GuessedColumns,
  type NamedColumn,
} from '../kit/csv/match-headings.ts'
import { plainCell, plainCode } from '../kit/csv/spreadsheet-cell.ts'

/** A column that an import supports. */
export interface ImportColumn extends NamedColumn {
  group: 'Shipment' | 'Collection' | 'Delivery' | 'Parcels'
  /** For staff only, because an account's own users import only for their account. */
  staff_only?: boolean
  example?: string
}

function side(which: 'collection' | 'delivery', names: readonly string[], example: readonly string[]) {
  const group = which === 'collection' ? ('Collection' as const) : ('Delivery' as const)
  const parts: readonly (readonly [string, string, readonly string[]])[] = [
    ['company', 'company', ['company', 'company name']],
    ['street', 'street', ['street address', 'address', 'address 1', 'address line 1']],
    ['suburb', 'suburb', ['local area', 'area']],
    ['city', 'city', ['town']],
    ['code', 'postal code', ['postal code', 'post code', 'zip']],
    ['zone', 'province', ['province', 'state']],
    ['contact', 'contact', ['contact name', 'name', 'contact person']],
    ['phone', 'phone', ['mobile', 'cell', 'mobile number', 'phone number', 'tel', 'contact number']],
    ['email', 'email', ['email address', 'e mail']],
    ['pickup_point_id', 'pickup point', ['locker', 'pickup point']],
  ]
  return parts.map(([part, label, others], at): ImportColumn => {
    const partNames = [part.replaceAll('_', ' '), ...others]
    const exampleText = example[at]
    return {
      key: `${which}_${part}`,
      label: `${group} ${label}`,
      group,
      names: [which, ...names].flatMap((one) => partNames.map((word) => `${one} ${word}`)),
      ...(exampleText ? { example: exampleText } : {}),
    }
  })
}

/** All columns of a shipments file, in template order (TOOL-004, docs/domain/tools.md). */
export const import_columns: readonly ImportColumn[] = [
  {
    key: 'account_code',
    label: 'Account code',
    group: 'Shipment',
    names: ['account', 'customer code', 'account number'],
    staff_only: true,
    example: 'ACC001',
  },
  {
    key: 'customer_reference',
    label: 'Customer reference',
    group: 'Shipment',
    names: ['reference', 'your reference', 'order', 'order number', 'order no', 'invoice number', 'ref'],
    example: 'ORDER-1001',
  },
  {
    key: 'custom_tracking_reference',
    label: 'Tracking reference',
    group: 'Shipment',
    names: ['waybill', 'waybill number', 'sticker', 'barcode', 'tracking number'],
  },
  {
    key: 'service_level_code',
    label: 'Service level',
    group: 'Shipment',
    names: ['service', 'service level', 'service code'],
    example: 'ECO',
  },
  ...side(
    'collection',
    ['sender', 'from', 'pickup', 'shipper'],
    [
      'Mountain Mills',
      '12 Bofors Circle',
      'Epping',
      'Cape Town',
      '7460',
      'WC',
      'Riaan Jooste',
      '021 555 0142',
    ],
  ),
  ...side(
    'delivery',
    ['receiver', 'recipient', 'to', 'consignee', 'ship to', 'shipping'],
    ['', '31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP', 'Naledi Mokoena', '082 123 4567'],
  ),
  {
    key: 'parcels',
    label: 'Parcels',
    group: 'Parcels',
    names: ['packages', 'pieces'],
    example: '2x30x20x10x1.5',
  },
  { key: 'parcel_count', label: 'Number of parcels', group: 'Parcels', names: ['quantity', 'qty'] },
  { key: 'parcel_length', label: 'Length (cm)', group: 'Parcels', names: ['length', 'length cm'] },
  { key: 'parcel_width', label: 'Width (cm)', group: 'Parcels', names: ['width', 'width cm', 'breadth'] },
  { key: 'parcel_height', label: 'Height (cm)', group: 'Parcels', names: ['height', 'height cm'] },
  {
    key: 'parcel_weight',
    label: 'Weight (kg)',
    group: 'Parcels',
    names: ['weight', 'weight kg', 'mass', 'kg'],
  },
  {
    key: 'parcel_description',
    label: 'Parcel description',
    group: 'Parcels',
    names: ['description', 'contents', 'goods'],
  },
  {
    key: 'declared_value',
    label: 'Declared value (R)',
    group: 'Shipment',
    names: ['value', 'declared value', 'insured value'],
  },
  {
    key: 'cod_amount',
    label: 'Cash on delivery (R)',
    group: 'Shipment',
    names: ['cod', 'cash on delivery', 'amount to collect'],
  },
  {
    key: 'collection_instructions',
    label: 'Collection instructions',
    group: 'Collection',
    names: ['special instructions collection', 'sender instructions'],
  },
  {
    key: 'delivery_instructions',
    label: 'Delivery instructions',
    group: 'Delivery',
    names: ['special instructions delivery', 'instructions', 'special instructions', 'receiver instructions'],
  },
  {
    key: 'collection_date',
    label: 'Collection date',
    group: 'Collection',
    names: ['collection min date', 'pickup date', 'ship date'],
  },
  {
    key: 'delivery_date',
    label: 'Delivery date',
    group: 'Delivery',
    names: ['delivery min date', 'deliver on'],
  },
  { key: 'cost_centre', label: 'Cost centre', group: 'Shipment', names: ['cost center', 'department'] },
  {
    key: 'opt_ins',
    label: 'Options',
    group: 'Shipment',
    names: ['opt in', 'opt ins', 'opt in rates', 'options', 'extras'],
  },
]

const by_key = new Map(import_columns.map((column) => [column.key, column]))

/** Returns the display name of a column, or the key itself when the column is not supported. */
export function columnLabel(key: string): string {
  return by_key.get(key)?.label ?? key
}

const codes: ReadonlySet<string> = new Set([
  'account_code',
  'service_level_code',
  ...(['collection', 'delivery'] as const).flatMap((which) =>
    ['code', 'phone', 'pickup_point_id'].map((part) => `${which}_${part}`),
  ),
])

/** Returns the text of a cell without characters that a spreadsheet added. */
export function cellText(column: string, typed: string): string {
  return codes.has(column) ? plainCode(typed) : plainCell(typed)
}

/** Whether a column holds a code or reference, in which no digit may be lost. */
export function isReference(column: string): boolean {
  return codes.has(column) || column === 'customer_reference' || column === 'custom_tracking_reference'
}

/** Column key → one value for every shipment of a file. Only for columns that no heading supplies. */
export type ColumnValues = Readonly<Record<string, string>>

/** Column matches for the order export of Shopify, in which `Name` is the order number. */
const shopify_headings: Readonly<Record<string, string>> = {
  name: 'customer_reference',
  email: 'delivery_email',
  'shipping address1': 'delivery_street',
  notes: 'delivery_instructions',
}

/**
 * Matches the headings of a file to import columns. A saved map for these headings comes first, then the template
 * names and labels, then other common names, which count as guesses.
 */
export function guessColumns(
  headings: readonly string[],
  saved: Readonly<Record<string, string>> = {},
): GuessedColumns {
  const isShopify = headings.some((heading) => heading.trim().toLowerCase() === 'lineitem quantity')
  return matchHeadings(headings, import_columns, saved, isShopify ? shopify_headings : {})
}

/**
 * Returns the display names of the columns that need a heading or a value before a file can be checked; `[]` when
 * none is missing.
 */
export function missingColumns(columns: ColumnMap, isStaff: boolean, values: ColumnValues = {}): string[] {
  const has = (key: string): boolean => key in columns || Boolean(values[key]?.trim())
  const missing: string[] = []
  if (isStaff && !has('account_code')) missing.push('Account code')
  if (!has('service_level_code')) missing.push('Service level')
  for (const which of ['collection', 'delivery'] as const)
    if (!has(`${which}_street`) && !has(`${which}_company`) && !has(`${which}_pickup_point_id`))
      missing.push(which === 'collection' ? 'Collection street' : 'Delivery street')
  if (!has('parcels') && !has('parcel_weight')) missing.push('Parcels')
  return missing
}
