import { IconBuilding, IconHome, IconWorld } from '../../kit/icons/icons.ts'
import type { AddressParts, AddressType } from '@waybill/domain/accounts/address'
import { countries, isHome } from '@waybill/domain/kit/contacts/countries'
import {
  findProvince,
  province_codes,
  province_names,
  type Province,
} from '@waybill/domain/kit/contacts/provinces'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { Icon, type IconShape } from '../../kit/ui/buttons/Icon.tsx'
import shared from './address.module.css'
import { autofillOf } from './autofill.ts'
import styles from './address-fields.module.css'

const provinces = province_codes.map((code) => ({ value: code, label: province_names[code], hint: code }))
const country_names = countries.map(({ name }) => name)

const types: readonly { type: AddressType; label: string; icon: IconShape }[] = [
  { type: 'residential', label: 'Home', icon: IconHome },
  { type: 'business', label: 'Business', icon: IconBuilding },
  { type: 'international', label: 'Abroad', icon: IconWorld },
]

type TypedPart = 'company' | 'street_address' | 'local_area' | 'city' | 'code' | 'zone'

const missing_words: Readonly<Record<TypedPart, string>> = {
  company: 'Enter the company.',
  street_address: 'Enter the street address, or a company.',
  local_area: 'Enter the suburb.',
  city: 'Enter the city.',
  code: 'Enter the postal code.',
  zone: 'Choose the province.',
}

const autofill_fields = {
  company: 'organization',
  street_address: 'address-line1',
  local_area: 'address-level3',
  city: 'address-level2',
  code: 'postal-code',
  zone: 'address-level1',
} as const satisfies Record<TypedPart, string>

/** Returns the first missing part of an address, in the order of the fields; `null` when none is missing. */
export function firstMissing(address: AddressParts, needsCode: boolean): TypedPart | null {
  if (address.street_address.trim() === '' && address.company.trim() === '') return 'street_address'
  const parts: readonly TypedPart[] = [
    'local_area',
    ...(needsCode ? (['code'] as const) : []),
    'city',
    'zone',
  ]
  return parts.find((part) => address[part].trim() === '') ?? null
}

/**
 * Form fields for all parts of an address (ADDR-001). The binding is the whole address, so a change checks all its
 * rules again.
 */
export function AddressFields({
  binding,
  needs_code,
  abroad = [],
}: {
  binding: FieldBinding<AddressParts>
  /** Whether the provider requires a postal code. */
  needs_code: boolean
  /** Foreign countries offered for selection. */
  abroad?: readonly string[]
}) {
  const { value, name } = binding
  const offered = country_names.filter(
    (country) => isHome(country) || abroad.includes(country) || country === value.country,
  )
  const set = (change: Partial<AddressParts>): void =>
    binding.onChange({ ...value, id: 0, entered_address: '', lat: null, lng: null, ...change })
  const wrong = binding.error ? firstMissing(value, needs_code) : null
  const text = (part: TypedPart) => ({
    ...standaloneField(`${name}.${part}`, value[part], (typed: string) => set({ [part]: typed })),
    ...(part === wrong ? { error: missing_words[part] } : {}),
    autoComplete: autofillOf(name, autofill_fields[part]),
    spellCheck: false,
  })
  return (
    <div className={shared.fields}>
      <TextField {...text('company')} label="Company" optional />
      <TextField {...text('street_address')} label="Street address, stand or house number" />
      <div className={styles.pair}>
        <TextField {...text('local_area')} label="Suburb" />
        <TextField
          {...text('code')}
          label="Postal code"
          inputMode="numeric"
          maxLength={20}
          optional={!needs_code}
        />
      </div>
      <div className={shared.halves}>
        <TextField {...text('city')} label="City" />
        {isHome(value.country) ? (
          <SelectField
            {...standaloneField<Province | null>(`${name}.zone`, findProvince(value.zone), (zone) =>
              set({ zone: zone ?? '' }),
            )}
            label="Province"
            autoComplete={autofillOf(name, 'address-level1')}
            options={provinces}
          />
        ) : (
          <TextField {...text('zone')} label="Province or state" />
        )}
      </div>
      {(offered.length > 1 || !isHome(value.country)) && (
        <SelectField
          {...standaloneField<string | null>(`${name}.country`, value.country, (country) =>
            set({ country: country ?? value.country, zone: '', type: typeAbroad(value, country) }),
          )}
          label="Country"
          autoComplete={autofillOf(name, 'country-name')}
          options={offered.map((country) => ({ value: country, label: country }))}
        />
      )}
      <div role="radiogroup" aria-label="Kind of address" className={styles.types}>
        {types
          .filter(({ type }) => offered.length > 1 || type !== 'international')
          .map(({ type, label, icon }) => (
            <label key={type} className={styles.type} data-on={value.type === type ? '' : undefined}>
              <input
                type="radio"
                className="only-heard"
                name={`${name}.type`}
                checked={value.type === type}
                onChange={() => set({ type })}
              />
              <Icon className={styles.typeIcon} of={icon} size={16} />
              {label}
            </label>
          ))}
      </div>
    </div>
  )
}

function typeAbroad({ type }: AddressParts, country: string | null): AddressType {
  if (country && !isHome(country)) return 'international'
  return type === 'international' ? 'unknown' : type
}
