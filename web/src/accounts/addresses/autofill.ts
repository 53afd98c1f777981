/** The HTML autofill detail tokens used for contacts and addresses. */
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
 * Returns the `autocomplete` value of a contact or address field from its name in the form. The sides of a shipment
 * get separate sections, so that browsers fill them in separately: `section-delivery tel`.
 */
export function autofillOf(name: string, field: AutofillField): string {
  const side = /^(?:default_)?(collection|delivery|billing|responsible)_/.exec(name)?.[1]
  return side ? `section-${side} ${field}` : field
}
