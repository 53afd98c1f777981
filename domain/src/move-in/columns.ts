import type { NamedColumn } from '../kit/csv/match-headings.ts'
import { zone_kinds } from '../maps/map-kinds.ts'

/** The kinds of file that a company moves in with, in the order in which they are loaded. */
export const move_in_kinds = [
  'accounts',
  'contacts',
  'address-books',
  'rates',
  'drivers',
  'areas',
  'open-items',
  'history',
  'invoice-numbers',
] as const
export type MoveInKind = (typeof move_in_kinds)[number]

/** How the cells of a column are read. */
export type CellType = 'text' | 'code' | 'money' | 'day' | 'number' | 'phone' | 'email' | 'yes-no'

/** A column of a file of a kind. */
export interface MoveInColumn extends NamedColumn {
  type: CellType
  is_required: boolean
  /** The only values that the column takes, in lower case. */
  choices?: readonly string[]
  /** Maximum length, in characters. */
  max: number
  example: string
}

const column = (
  key: string,
  label: string,
  example: string,
  names: readonly string[] = [],
  more: Partial<MoveInColumn> = {},
): MoveInColumn => ({ key, label, example, names, type: 'text', is_required: false, max: 100, ...more })

const needed = { is_required: true } as const

const account_code = column(
  'account_code',
  'Account code',
  'OVB014',
  ['account', 'account number', 'account no', 'customer code', 'debtor', 'debtor code'],
  { ...needed, type: 'code', max: 20 },
)

/** The columns of a street address, each with a prefix: `from_street`. */
function addressColumns(prefix = '', label = '', names: readonly string[] = ['']): MoveInColumn[] {
  const one = (
    key: string,
    word: string,
    example: string,
    others: readonly string[],
    more: Partial<MoveInColumn> = {},
  ) =>
    column(
      `${prefix}${key}`,
      label ? `${label} ${word}` : `${word[0]?.toUpperCase()}${word.slice(1)}`,
      example,
      names.flatMap((start) => [word, ...others].map((other) => (start ? `${start} ${other}` : other))),
      more,
    )
  return [
    one('company', 'company', 'Overberg Books', ['company name'], { max: 200 }),
    one('street', 'street', '12 Long Street', ['address', 'street address', 'address 1', 'address line 1'], {
      max: 200,
    }),
    one('suburb', 'suburb', 'Gardens', ['area', 'local area']),
    one('city', 'city', 'Cape Town', ['town']),
    one('postal_code', 'postal code', '8001', ['code', 'post code', 'zip'], { type: 'code', max: 20 }),
    one('province', 'province', 'WC', ['state']),
  ]
}

/** The columns of each kind of file, in the order of its template. */
export const move_in_columns: Readonly<Record<MoveInKind, readonly MoveInColumn[]>> = {
  accounts: [
    account_code,
    column('name', 'Name', 'Overberg Books', ['account name', 'customer', 'customer name', 'company'], {
      ...needed,
      max: 200,
    }),
    column('account_type', 'Account type', 'postpaid', ['type', 'terms type'], {
      choices: ['postpaid', 'prepaid'],
    }),
    column('branch', 'Branch', 'CPT', ['depot', 'home branch']),
    column('price_list', 'Price list', 'Default group', ['rate group', 'tariff', 'rate card']),
    column('credit_limit', 'Credit limit', '15000.00', ['limit'], { type: 'money' }),
    column('payment_terms', 'Days to pay', '30', ['payment terms', 'terms', 'terms days'], {
      type: 'number',
    }),
    column('invoice_frequency', 'Invoice frequency', 'monthly', ['invoicing', 'billing cycle'], {
      choices: ['monthly', 'weekly', 'daily', 'shipment'],
    }),
    column('vat_number', 'VAT number', '4010101010', ['vat no', 'vat', 'vat registration'], {
      type: 'code',
      max: 40,
    }),
    column(
      'registration_number',
      'Registration number',
      '2004/012345/07',
      ['reg no', 'company registration'],
      {
        type: 'code',
        max: 40,
      },
    ),
    column('billing_name', 'Billing contact', 'Riaan Jooste', [
      'accounts contact',
      'contact',
      'contact name',
    ]),
    column('billing_email', 'Billing email', 'accounts@overbergbooks.example', ['email', 'e mail'], {
      type: 'email',
      max: 200,
    }),
    column('billing_phone', 'Billing phone', '021 555 0142', ['phone', 'telephone', 'tel', 'mobile'], {
      type: 'phone',
    }),
    ...addressColumns('billing_', 'Billing', ['', 'postal']).slice(1),
  ],
  contacts: [
    account_code,
    column('name', 'Name', 'Riaan Jooste', ['contact', 'contact name', 'full name'], needed),
    column('email', 'Email', 'riaan@overbergbooks.example', ['e mail', 'email address'], {
      ...needed,
      type: 'email',
      max: 200,
    }),
    column('phone', 'Phone', '082 555 0142', ['mobile', 'cell', 'mobile number', 'phone number', 'tel'], {
      type: 'phone',
    }),
    column('role', 'Role', 'Account owner', ['user type', 'position']),
  ],
  'address-books': [
    account_code,
    column('name', 'Name', 'Naledi Mokoena', ['entry', 'receiver', 'recipient', 'consignee'], needed),
    column('contact', 'Contact', 'Naledi Mokoena', ['contact name', 'contact person', 'attention']),
    column('phone', 'Phone', '082 123 4567', ['mobile', 'cell', 'mobile number', 'phone number', 'tel'], {
      type: 'phone',
    }),
    column('email', 'Email', 'naledi@example.com', ['e mail', 'email address'], { type: 'email', max: 200 }),
    ...addressColumns(),
    column('instructions', 'Instructions', 'Ring the bell', ['notes', 'special instructions'], { max: 500 }),
  ],
  rates: [
    column('price_list', 'Price list', 'Default group', ['rate group', 'tariff', 'rate card'], needed),
    column('service_level', 'Service level', 'ECO', ['service', 'service code', 'service level code'], {
      ...needed,
      type: 'code',
    }),
    column('from_zone', 'From', 'CPT Main', ['from zone', 'origin', 'origin zone'], needed),
    column('to_zone', 'To', 'JHB Main', ['to zone', 'destination', 'destination zone'], needed),
    column('both_ways', 'Both ways', 'yes', ['symmetric', 'return lane'], { type: 'yes-no' }),
    column('weight_from', 'From kg', '0', ['weight from', 'min kg', 'min weight'], { type: 'number' }),
    column('weight_to', 'To kg', '5', ['weight to', 'max kg', 'max weight'], { type: 'number' }),
    column('price', 'Price', '99.00', ['rate', 'amount', 'charge', 'formula'], { ...needed, max: 300 }),
  ],
  drivers: [
    column('username', 'Username', 'DRV07', ['driver', 'driver code', 'code', 'driver number'], {
      ...needed,
      type: 'code',
      max: 60,
    }),
    column('name', 'Name', 'Sipho Dlamini', ['driver name', 'full name'], needed),
    column('email', 'Email', 'sipho@fynbos.example', ['e mail', 'email address'], {
      ...needed,
      type: 'email',
      max: 200,
    }),
    column('phone', 'Phone', '082 555 0107', ['mobile', 'cell', 'mobile number', 'phone number', 'tel'], {
      type: 'phone',
    }),
    column('branch', 'Branch', 'CPT', ['depot', 'home branch']),
    column(
      'vehicle_registration',
      'Vehicle',
      'CA 123-456',
      ['vehicle registration', 'registration', 'reg no'],
      {
        max: 20,
      },
    ),
  ],
  areas: [
    column('area_kind', 'Kind', 'rates', ['kind', 'type', 'layer'], { ...needed, choices: zone_kinds }),
    column('name', 'Name', 'Cape Town south', ['area', 'zone', 'zone name'], needed),
    column('branch', 'Branch', 'CPT', ['depot']),
    column('routing_number', 'Routing number', 'CPT-S1', ['route', 'routing'], { type: 'code', max: 20 }),
    column('drivers', 'Drivers', 'DRV07', ['driver', 'driver codes'], { max: 500 }),
    column('tags', 'Tags', 'CPT Main', ['zone tags', 'rate zone'], { max: 500 }),
    column(
      'outline',
      'Outline',
      '-33.90 18.40; -33.90 18.50; -34.00 18.50; -34.00 18.40',
      ['polygon', 'points', 'coordinates', 'boundary', 'wkt'],
      { ...needed, max: 60_000 },
    ),
  ],
  'open-items': [
    account_code,
    column(
      'number',
      'Number',
      'IN104512',
      ['document', 'document number', 'invoice number', 'invoice', 'reference'],
      {
        ...needed,
        type: 'code',
        max: 40,
      },
    ),
    column('item_type', 'Type', 'invoice', ['type', 'document type', 'transaction type'], {
      choices: ['invoice', 'credit'],
    }),
    column('date', 'Date', '2026-01-31', ['invoice date', 'document date', 'transaction date'], {
      ...needed,
      type: 'day',
    }),
    column('due_date', 'Due date', '2026-03-02', ['due', 'payment due'], { type: 'day' }),
    column('amount', 'Open amount', '1150.00', ['amount', 'outstanding', 'balance', 'open'], {
      ...needed,
      type: 'money',
    }),
  ],
  history: [
    column(
      'waybill',
      'Waybill',
      'W0012345',
      ['waybill number', 'waybill no', 'tracking number', 'reference'],
      {
        ...needed,
        type: 'code',
        max: 40,
      },
    ),
    account_code,
    column('date', 'Date', '2025-11-03', ['waybill date', 'booked', 'shipment date', 'collected'], {
      ...needed,
      type: 'day',
    }),
    column('status', 'Status', 'delivered', ['waybill status'], {
      choices: ['delivered', 'returned-to-sender', 'cancelled'],
    }),
    column('delivered_date', 'Delivered', '2025-11-05', ['delivery date', 'pod date', 'date delivered'], {
      type: 'day',
    }),
    column('customer_reference', 'Customer reference', 'ORDER-1001', [
      'your reference',
      'order',
      'order number',
    ]),
    column('service_level', 'Service level', 'ECO', ['service', 'service code'], { type: 'code' }),
    column('from_contact', 'From contact', 'Riaan Jooste', ['sender', 'sender name', 'shipper']),
    ...addressColumns('from_', 'From', ['sender', 'collection', 'shipper', 'origin']),
    column('to_contact', 'To contact', 'Naledi Mokoena', ['receiver', 'receiver name', 'consignee']),
    ...addressColumns('to_', 'To', ['receiver', 'delivery', 'consignee', 'destination']),
    column('parcels', 'Parcels', '2', ['pieces', 'number of parcels', 'items'], { type: 'number' }),
    column('weight', 'Weight (kg)', '3.5', ['weight', 'kg', 'mass'], { type: 'number' }),
    column('signed_by', 'Signed by', 'N. Mokoena', ['pod name', 'received by', 'signature']),
  ],
  'invoice-numbers': [
    column('invoice_number', 'Our invoice', 'INV000123', ['invoice', 'waybill invoice', 'new number'], {
      ...needed,
      type: 'code',
      max: 20,
    }),
    column('old_number', 'Old number', 'IN104512', ['old invoice', 'old invoice number', 'document number'], {
      ...needed,
      type: 'code',
      max: 40,
    }),
  ],
}

/** The columns whose values together identify a record of a kind in the old system. */
export const key_columns: Readonly<Record<MoveInKind, readonly string[]>> = {
  accounts: ['account_code'],
  contacts: ['email'],
  'address-books': ['account_code', 'name'],
  rates: ['price_list', 'service_level', 'from_zone', 'to_zone'],
  drivers: ['username'],
  areas: ['area_kind', 'name'],
  'open-items': ['account_code', 'number'],
  history: ['waybill'],
  'invoice-numbers': ['invoice_number'],
}

/** What a kind is called on screen and in messages, in the plural and in lower case. */
export const kind_nouns: Readonly<Record<MoveInKind, string>> = {
  accounts: 'accounts',
  contacts: 'contacts',
  'address-books': 'address book entries',
  rates: 'lanes of prices',
  drivers: 'drivers',
  areas: 'areas',
  'open-items': 'open items',
  history: 'old shipments',
  'invoice-numbers': 'invoice numbers',
}

/** Columns of a file of waybills that are priced without being booked. */
export const shadow_columns: readonly MoveInColumn[] = [
  column('waybill', 'Waybill', 'W0012345', ['waybill number', 'waybill no', 'reference'], {
    ...needed,
    type: 'code',
    max: 40,
  }),
  account_code,
  column('service_level', 'Service level', 'ECO', ['service', 'service code'], {
    ...needed,
    type: 'code',
  }),
  ...addressColumns('from_', 'From', ['sender', 'collection', 'origin']),
  ...addressColumns('to_', 'To', ['receiver', 'delivery', 'destination']),
  column('parcels', 'Parcels', '1x30x20x10x3.5', ['dimensions', 'pieces'], { max: 1_000 }),
  column('weight', 'Weight (kg)', '3.5', ['charged weight', 'weight', 'kg', 'mass'], { type: 'number' }),
  column('declared_value', 'Declared value', '0', ['insured value', 'value'], { type: 'money' }),
  column('price', 'Price charged', '111.38', ['price', 'amount', 'total', 'charge'], {
    ...needed,
    type: 'money',
  }),
]

/** The columns of a file of what each account owed by the trial balance of another system. */
export const balance_columns: readonly MoveInColumn[] = [
  account_code,
  column('balance', 'Balance', '1150.00', ['amount', 'owed', 'total', 'closing balance', 'outstanding'], {
    ...needed,
    type: 'money',
  }),
]
