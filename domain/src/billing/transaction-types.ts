/**
 * The properties of a billing transaction type: its sign on the account balance and the rules that depend on it
 * (BILL-002, BILL-003; docs/domain/accounts-and-ledger.md#ledger, docs/domain/accounts-and-ledger.md#ledger).
 */
export interface TransactionType {
  /** Effect on the balance: payments and credits +1, charges −1; 0 when the amount itself is signed. */
  sign: 1 | -1 | 0
  /**
   * `rate`: as priced, with the zero-rated part excluded; `standard`: the provider's percentage, included in the
   * amount; `none`: no VAT.
   */
  vat: 'rate' | 'standard' | 'none'
  /** The document that the transaction belongs to. */
  document: 'invoice' | 'credit-note' | 'receipt' | 'none'
  /** The permission needed to post it by hand; `null` when only the system posts it. */
  permission: string | null
  /** The type that reverses it, if any. */
  reversed_by: TransactionTypeName | null
  label: string
}

export const transaction_type_names = [
  'shipping-charge',
  'shipping-charge-adjustment',
  'shipping-charge-reversal',
  'payment',
  'payment-reversal',
  'refund',
  'refund-reversal',
  'admin-debit',
  'admin-credit',
  'promotional-debit',
  'promotional-credit',
  'balance-adjustment-debit',
  'balance-adjustment-credit',
  'bad-debt-write-off',
  'bad-debt-write-off-reversal',
] as const
export type TransactionTypeName = (typeof transaction_type_names)[number]

type Rest = Omit<TransactionType, 'sign' | 'vat' | 'document'>
const one = (
  sign: TransactionType['sign'],
  vat: TransactionType['vat'],
  document: TransactionType['document'],
  rest: Rest,
): TransactionType => ({ sign, vat, document, ...rest })

const system = (label: string, reversedBy: TransactionTypeName | null): Rest => ({
  permission: null,
  reversed_by: reversedBy,
  label,
})
const staff = (label: string, key: string, reversedBy: TransactionTypeName | null): Rest => ({
  permission: `INLINE_transaction_${key}`,
  reversed_by: reversedBy,
  label,
})

/** All transaction types. This is the only table; forms, posting rules and documents read it. */
export const transaction_types: Readonly<Record<TransactionTypeName, TransactionType>> = {
  'shipping-charge': one(-1, 'rate', 'invoice', system('Shipping charge', 'shipping-charge-reversal')),
  'shipping-charge-adjustment': one(
    0,
    'rate',
    'invoice',
    system('Shipping charge adjustment', 'shipping-charge-reversal'),
  ),
  'shipping-charge-reversal': one(1, 'rate', 'credit-note', system('Shipping charge reversal', null)),
  payment: one(1, 'none', 'receipt', staff('Payment', 'payment', 'payment-reversal')),
  'payment-reversal': one(-1, 'none', 'none', staff('Payment reversal', 'payment_reversal', null)),
  refund: one(-1, 'none', 'none', staff('Refund', 'refund', 'refund-reversal')),
  'refund-reversal': one(1, 'none', 'none', staff('Refund reversal', 'refund_reversal', null)),
  'admin-debit': one(-1, 'standard', 'invoice', staff('Admin debit', 'admin_debit', 'admin-credit')),
  'admin-credit': one(1, 'standard', 'credit-note', staff('Admin credit', 'admin_credit', 'admin-debit')),
  'promotional-debit': one(
    -1,
    'standard',
    'invoice',
    staff('Promotional debit', 'promotional_debit', 'promotional-credit'),
  ),
  'promotional-credit': one(
    1,
    'standard',
    'credit-note',
    staff('Promotional credit', 'promotional_credit', 'promotional-debit'),
  ),
  'balance-adjustment-debit': one(
    -1,
    'none',
    'none',
    staff('Balance adjustment debit', 'balance_adjustment_debit', 'balance-adjustment-credit'),
  ),
  'balance-adjustment-credit': one(
    1,
    'none',
    'none',
    staff('Balance adjustment credit', 'balance_adjustment_credit', 'balance-adjustment-debit'),
  ),
  'bad-debt-write-off': one(
    1,
    'standard',
    'none',
    staff('Bad debt write-off', 'bad_debt_write_off', 'bad-debt-write-off-reversal'),
  ),
  'bad-debt-write-off-reversal': one(
    -1,
    'standard',
    'none',
    staff('Bad debt write-off reversal', 'bad_debt_write_off_reversal', null),
  ),
}

/** The types that a person may post, in the order of the forms (BILL-002). */
export const postable_types = transaction_type_names.filter(
  (name) => transaction_types[name].permission !== null,
)

/** Transaction types that count as revenue, by transaction date (docs/domain/reports-and-dashboards.md#definitions). */
export const revenue_types: readonly TransactionTypeName[] = [
  'shipping-charge',
  'shipping-charge-adjustment',
  'shipping-charge-reversal',
  'admin-debit',
  'admin-credit',
  'promotional-debit',
  'promotional-credit',
]
