import { IconPlus, IconX } from '../../kit/icons/icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import type { Cents } from '@waybill/domain/kit/money'
import { passedTime } from '@waybill/domain/kit/dates/service-days'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { bandName } from '@waybill/domain/rates/price-grid/lane-bands'
import type { Rate } from '@waybill/domain/rates/model'
import type { PriceSource } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { useState } from 'react'
import { AccountPicker, AddressSearch, useAccount } from '../../accounts/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { MoneyField, NumberField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { ByPosition } from '../../kit/ui/ByPosition.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Money, Tag } from '../../kit/ui/values/Value.tsx'
import { PriceBreakdown } from '../../shipments/index.ts'
import { addressOfPlace, describeCell } from '../rate-texts.ts'
import shared from '../rates.module.css'
import styles from './estimates-tab.module.css'
import type { RateBook } from '../use-rate-book.ts'
import { placeSearch } from '../../maps/index.ts'

interface EstimateParcel {
  length: number | null
  width: number | null
  height: number | null
  weight: number | null
}

interface Estimate {
  account_id: number | null
  collection_address: AddressParts
  delivery_address: AddressParts
  parcels: EstimateParcel[]
  declared_value: Cents | null
  collection_min_date: string | null
}

const one_parcel: EstimateParcel = { length: null, width: null, height: null, weight: null }

/**
 * Price calculator: the price of every service level in this revision, its source, and the reason when a service
 * level is not offered.
 */
export function EstimatesTab({ book }: { book: RateBook }) {
  const { revision } = book.detail
  const form = useForm<Estimate>({
    initial: {
      account_id: null,
      collection_address: empty_address,
      delivery_address: empty_address,
      parcels: [one_parcel],
      declared_value: null,
      collection_min_date: null,
    },
    check: ({ collection_address, delivery_address, parcels, collection_min_date }) => [
      ...(isNowhere(collection_address)
        ? [{ field: 'collection_address', message: 'Choose where it is collected.' }]
        : []),
      ...(isNowhere(delivery_address)
        ? [{ field: 'delivery_address', message: 'Choose where it is delivered.' }]
        : []),
      ...parcels.flatMap(({ weight }, at) =>
        weight === null ? [{ field: `parcels.${at}.weight`, message: 'Type the weight of the parcel.' }] : [],
      ),
      ...[passedTime({ day: collection_min_date, until: null }, new Date())].flatMap((gone) =>
        gone ? [{ field: 'collection_min_date', message: gone.message }] : [],
      ),
    ],
  })
  const account = useAccount(form.values.account_id)
  const [requested, setRequested] = useState<Estimate | null>(null)
  const { parcels } = form.values
  return (
    <div className={styles.calculator}>
      <Card title="Estimate" note={`by ${revision.name}`}>
        <form
          className={shared.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (form.validate()) setRequested(form.values)
          }}
        >
          <AccountPicker binding={form.field('account_id')} chosen={account} />
          <AddressSearch
            {...form.field('collection_address')}
            label="From"
            placeholder="Suburb or postal code"
            placeSearch={placeSearch}
          />
          <AddressSearch
            {...form.field('delivery_address')}
            label="To"
            placeholder="Suburb or postal code"
            placeSearch={placeSearch}
          />
          <ByPosition of={parcels}>
            {(_, at) => (
              <fieldset className={shared.group}>
                <legend className={shared.groupLegend}>
                  {`Parcel ${at + 1}`}
                  {parcels.length > 1 && (
                    <IconButton
                      label={`Remove parcel ${at + 1}`}
                      icon={IconX}
                      size="xs"
                      onClick={() =>
                        form.set(
                          'parcels',
                          parcels.filter((__, index) => index !== at),
                        )
                      }
                    />
                  )}
                </legend>
                <div className={styles.sizes}>
                  <NumberField {...form.field(`parcels.${at}.weight`)} label="Weight" unit="kg" />
                  <NumberField {...form.field(`parcels.${at}.length`)} label="Length" unit="cm" optional />
                  <NumberField {...form.field(`parcels.${at}.width`)} label="Width" unit="cm" optional />
                  <NumberField {...form.field(`parcels.${at}.height`)} label="Height" unit="cm" optional />
                </div>
              </fieldset>
            )}
          </ByPosition>
          <div>
            <Button size="sm" icon={IconPlus} onClick={() => form.set('parcels', [...parcels, one_parcel])}>
              Add a parcel
            </Button>
          </div>
          <FieldRow>
            <MoneyField {...form.field('declared_value')} label="Declared value" optional />
            <DateField
              {...form.field('collection_min_date')}
              label="Collect on"
              from={dayOf(new Date())}
              optional
            />
          </FieldRow>
          <div>
            <Button variant="primary" type="submit">
              Calculate prices
            </Button>
          </div>
        </form>
      </Card>
      <section aria-label="Prices">
        {requested ? (
          <Answer estimate={requested} revision={revision.id} />
        ) : (
          <EmptyState title="No estimate yet">
            Choose two places and a weight. You then see the price of every service level and how it is
            calculated.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

const isNowhere = ({ local_area, city, lat }: AddressParts): boolean =>
  local_area === '' && city === '' && lat === null

function Answer({ estimate, revision }: { estimate: Estimate; revision: number }) {
  const query = useQuery({
    ...endpointQuery(revisionsApi.estimate, {
      rate_revision_id: revision,
      account_id: estimate.account_id ?? undefined,
      collection_address: estimate.collection_address,
      delivery_address: estimate.delivery_address,
      collection_min_date: estimate.collection_min_date ?? undefined,
      declared_value: estimate.declared_value ?? undefined,
      parcels: estimate.parcels.map(({ length, width, height, weight }) => ({
        submitted_length_cm: length ?? undefined,
        submitted_width_cm: width ?? undefined,
        submitted_height_cm: height ?? undefined,
        submitted_weight_kg: weight ?? undefined,
      })),
    }),
    placeholderData: keepPreviousData,
  })
  if (query.isError)
    return <RegionError thrown={query.error} what="The estimate" onRetry={() => void query.refetch()} />
  if (query.isPending) return <Loading lines={6} />
  const { rates, rejected = [], sources, message } = query.data
  return (
    <div className={shared.stack} aria-busy={query.isFetching}>
      {rates.length === 0 && <Notice variant="warning">{message}</Notice>}
      <ul className={styles.offers}>
        {rates.map((rate) => (
          <li key={rate.service_level.id} className={styles.offer}>
            <Offer
              rate={rate}
              source={sources.find((one) => one.service_level_id === rate.service_level.id)}
              revision={revision}
            />
          </li>
        ))}
      </ul>
      {rejected.length > 0 && (
        <Card title="Not offered">
          <ul className={shared.reasons}>
            {rejected.map((service) => (
              <li key={service.service_level_id}>
                <strong>{service.name}</strong> <Tag>{service.code}</Tag> {service.reason}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function Offer({
  rate,
  source,
  revision,
}: {
  rate: Rate
  source: PriceSource | undefined
  revision: number
}) {
  const { service_level } = rate
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={styles.offerHead}>
        <strong className={styles.offerHeadStrong}>{service_level.name}</strong>
        <Tag>{service_level.code}</Tag>
        <span className={shared.note}>
          {`${formatDateTime(service_level.delivery_date_from)} – ${formatDateTime(service_level.delivery_date_to)}`}
        </span>
        <strong className={styles.offerHeadStrong}>
          <Money cents={rate.rate} />
        </strong>
      </div>
      {source && (
        <p className={styles.source}>
          {`${source.from_tag} to ${source.to_tag}: `}
          <AppLink
            to={addressOfPlace(
              {
                part: 'formulas',
                id: null,
                rate_group_id: source.rate_group_id,
                service_level_id: source.service_level_id,
                from_tag: source.lane_from,
                to_tag: source.lane_to,
              },
              revision,
            )}
          >
            {`lane ${source.lane_from} to ${source.lane_to}, ${bandName(source)}, of ${source.rate_group_name}`}
          </AppLink>
          {`. ${describeCell({ type: source.formula_type, amount: source.formula })}`}
        </p>
      )}
      <Button variant="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Where does this price come from?
      </Button>
      {isOpen && <PriceBreakdown rate={rate} />}
    </>
  )
}
