import { IconBuilding, IconHome, IconMapPin, IconPencil } from '../../kit/icons/icons.ts'
import type { AddressParts } from '@waybill/domain/accounts/address'
import { useEffect, useState } from 'react'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { AddressFields, firstMissing } from './AddressFields.tsx'
import { AddressSearch, type AddressSearchProps } from './AddressSearch.tsx'
import styles from './address-field.module.css'
import { suburbLine } from './address-suggestion.ts'

/**
 * Address field. It starts with one search box; a link opens the single fields, which are also displayed and filled
 * after a choice. A complete address (chosen from the address book) is displayed as a card with 'Edit'.
 */
export function AddressField({
  needs_code,
  abroad = [],
  ...search
}: AddressSearchProps & { needs_code: boolean; abroad?: readonly string[] }) {
  const { value, error, name } = search
  const [isOpen, setOpen] = useState(
    () => hasPlace(value) && value.street_address === '' && value.company === '',
  )
  const isKnown = hasPlace(value)
  useEffect(() => {
    if (error) setOpen(true)
  }, [error])
  const openAt = (part: string): void => {
    setOpen(true)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[name="${name}.${part}"]`)?.focus())
  }
  return (
    <>
      <AddressSearch
        {...search}
        error={isOpen && isKnown && firstMissing(value, needs_code) !== null ? undefined : error}
        onEntry={
          search.onEntry &&
          ((entry) => {
            search.onEntry?.(entry)
            setOpen(false)
          })
        }
        onPlace={() => openAt('street_address')}
        onManual={() => openAt('street_address')}
      />
      {isOpen ? (
        <AddressFields binding={search} needs_code={needs_code} abroad={abroad} />
      ) : isKnown ? (
        <AddressCard address={value} onEdit={() => openAt('street_address')} />
      ) : (
        <div>
          <Button variant="link" icon={IconPencil} onClick={() => openAt('company')}>
            Enter the address by hand
          </Button>
        </div>
      )}
    </>
  )
}

function hasPlace(address: AddressParts): boolean {
  return [
    address.local_area,
    address.city,
    address.street_address,
    address.company,
    address.entered_address,
  ].some((part) => part !== '')
}

const type_words = {
  residential: 'Home',
  business: 'Business',
  international: 'Abroad',
  locker: 'Locker',
  counter: 'Counter',
}

/** Card with a chosen address and its type. */
export function AddressCard({ address, onEdit }: { address: AddressParts; onEdit: () => void }) {
  const line = [address.street_address, suburbLine(address), address.zone].filter(Boolean).join(', ')
  const type = address.type === 'unknown' ? null : type_words[address.type]
  return (
    <div className={styles.card}>
      <div className={styles.cardText}>
        {address.company && <strong className={styles.cardTextStrong}>{address.company}</strong>}
        <span>{line || address.entered_address}</span>
        {type && (
          <span className={styles.cardType}>
            <Icon
              of={
                address.type === 'business'
                  ? IconBuilding
                  : address.type === 'residential'
                    ? IconHome
                    : IconMapPin
              }
              size={16}
            />
            {type}
          </span>
        )}
      </div>
      <Button variant="link" onClick={onEdit}>
        Edit
      </Button>
    </div>
  )
}
