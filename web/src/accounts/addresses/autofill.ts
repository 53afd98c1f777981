/** What browsers know people and places by (HTML, autofill detail tokens). */
type AutofillField =
  | 'name'
  | 'tel'
  | 'email'
  | 'organization'
  | 'address-line1'
  | 'address-level3'
  | 'address-level2'
  | 'address-level1'
  | 'postal-code'
  | 'country-name'

/**
 * The `autocomplete` of a field of an address or contact by its name in the form. Those of the two sides of a shipment
 * are filled in apart: `section-delivery tel`.
 */
export function autofillOf(name: string, field: AutofillField): string {
  const side = /^(?:default_)?(collection|delivery|billing|responsible)_/.exec(name)?.[1]
  return side ? `section-${side} ${field}` : field
}
