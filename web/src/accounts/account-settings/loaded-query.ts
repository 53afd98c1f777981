/** For tables whose rows came with the account: there is nothing to wait for. */
export const loaded_query = { isFetching: false, error: null, dataUpdatedAt: 0, refetch: () => undefined }

/** For forms without questions of the company. */
export const no_rules = {
  registration_fields: [],
  internal_account_fields: [],
  account_invoice_frequency_options: [],
}
