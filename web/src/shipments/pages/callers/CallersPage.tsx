import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callersApi } from '@waybill/domain/search/callers-api'
import { callerWords } from '@waybill/domain/search/caller'
import { useEffect, useEffectEvent, useState } from 'react'
import { endpointQuery } from '../../../kit/api/index.ts'
import { useSettled } from '../../../kit/form/choices/use-settled.ts'
import { standaloneField } from '../../../kit/form/FieldFrame.tsx'
import { TextField } from '../../../kit/form/TextField.tsx'
import { IconSearch } from '../../../kit/icons/icons.ts'
import { cx } from '../../../kit/ui/class-names.ts'
import { Page } from '../../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError, ThinBar } from '../../../kit/ui/states/States.tsx'
import { useSearchState } from '../../../kit/url/use-search.ts'
import { CallerCard } from './CallerCard.tsx'
import { CallerResults } from './CallerResults.tsx'
import styles from './callers-page.module.css'

const typing_pause_ms = 150

/**
 * The page of staff during a call: the parcels, accounts and collection requests of a phone number,
 * name, street or reference, and the card of one parcel (decision 0138). The text and the chosen parcel are in the
 * address.
 */
export default function CallersPage() {
  const { values, set } = useSearchState()
  const text = values['text'] ?? ''
  const [typed, setTyped] = useState(text)
  const settled = useSettled(typed.trim(), typing_pause_ms)
  // Another page or the history can change the address: then the box shows its text.
  const [known, setKnown] = useState(text)
  if (text !== known) {
    setKnown(text)
    if (text !== settled) setTyped(text)
  }
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== text) set({ text: wanted || undefined, parcel: undefined }, { replace: true })
  })
  useEffect(() => search(settled), [settled])
  const isLongEnough = callerWords(text) !== null
  const query = useQuery({
    ...endpointQuery(callersApi.find, { text }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const found = isLongEnough ? query.data : undefined
  const named = Number(values['parcel'])
  const chosen = named || (found && !query.isPlaceholderData ? onlyParcel(found) : null)
  return (
    <Page>
      <ThinBar active={query.isFetching} />
      <PageHeader title="Callers" />
      <div className={styles.search} role="search">
        <TextField
          {...standaloneField('text', typed, setTyped)}
          label="Who is calling?"
          hideLabel
          type="search"
          icon={IconSearch}
          placeholder="Phone number, name, street or reference"
          autoComplete="off"
          enterKeyHint="search"
          autoFocus
          takesScans
          maxLength={100}
        />
      </div>
      {text === '' ? (
        <EmptyState title="Who is calling?">
          Type the phone number in any spelling, a part of the name, company or street, or a reference. The
          caller’s parcels appear here, with the accounts and collection requests that you may open.
        </EmptyState>
      ) : !isLongEnough ? (
        <EmptyState title="Keep typing.">Type at least three characters of one word.</EmptyState>
      ) : query.error && !found ? (
        <RegionError thrown={query.error} what="The search" onRetry={() => void query.refetch()} />
      ) : !found ? (
        <Loading lines={6} />
      ) : (
        <div className={cx(styles.columns, Boolean(named) && styles.opened)}>
          <div className={styles.results}>
            <CallerResults
              found={found}
              text={text}
              chosen={chosen}
              onChoose={(id) => set({ parcel: String(id) })}
            />
          </div>
          <div className={styles.card}>
            {chosen ? (
              <CallerCard
                key={chosen}
                id={chosen}
                caller={found.shipments.rows.find(({ id }) => id === chosen)?.caller ?? null}
                onBack={named ? () => set({ parcel: undefined }) : null}
              />
            ) : (
              found.shipments.rows.length > 0 && (
                <EmptyState title="Choose a parcel.">
                  It shows where the parcel is, what happens next and what you can do.
                </EmptyState>
              )
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

/** Returns the only parcel that was found, which is displayed without choosing it; `null` otherwise. */
function onlyParcel({
  shipments,
}: {
  shipments: { rows: readonly { id: number }[]; has_more: boolean }
}): number | null {
  const [only, ...others] = shipments.rows
  return only && others.length === 0 && !shipments.has_more ? only.id : null
}
