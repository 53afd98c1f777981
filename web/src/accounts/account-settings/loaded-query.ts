/** Query state for tables whose rows were loaded with the account. */
export const loaded_query = { isFetching: false, error: null, dataUpdatedAt: 0, refetch: () => undefined }

/** Empty account rules, for forms without custom fields and invoice frequencies. */
export const no_rules = {
  registration_fields: [],
  internal_account_fields: [],
  account_invoice_frequency_options: [],
}
