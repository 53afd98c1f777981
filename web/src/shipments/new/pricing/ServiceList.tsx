import { useState } from 'react'
import type { Rate } from '@waybill/domain/rates/model'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import { cx } from '../../../kit/ui/class-names.ts'
import { Modal } from '../../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../../kit/ui/states/Notice.tsx'
import { RegionError, Skeleton, ThinBar } from '../../../kit/ui/states/States.tsx'
import { Money, Tag } from '../../../kit/ui/values/Value.tsx'
import type { FieldBinding } from '../../../kit/form/use-form.ts'
import { collectionText, deliveryText, isLater } from './estimate-texts.ts'
import shared from '../booking.module.css'
import styles from './service-list.module.css'
import { weightShort } from './price-lines.ts'
import type { Prices } from './use-prices.ts'

/** The available services, of which one is chosen. Previous prices stay visible while new ones are fetched. */
export function ServiceList({
  binding,
  prices,
  collect_on,
}: {
  binding: FieldBinding<string>
  prices: Prices
  collect_on: string | null
}) {
  const { rates, rejected = [], isFetching } = prices
  const [isExplained, setIsExplained] = useState(false)
  binding.register('Service')
  return (
    <section className={shared.section} aria-labelledby="service-title" data-section="">
      <header className={shared.sectionHead}>
        <h2 id="service-title">Service</h2>
        {rates && rates.length > 0 && (
          <span className={shared.sectionNote}>
            {rejected.length > 0
              ? `${rates.length} of ${rates.length + rejected.length} services run on this route`
              : `${rates.length} ${rates.length === 1 ? 'service runs' : 'services run'} on this route`}
          </span>
        )}
        {rejected.length > 0 && (
          <span className={shared.headEnd}>
            <Button variant="link" onClick={() => setIsExplained(true)}>
              Why not the others?
            </Button>
          </span>
        )}
      </header>
      <div className={styles.services} role="radiogroup" aria-label="Service">
        <ThinBar active={isFetching} />
        <Body prices={prices} binding={binding} collect_on={collect_on} />
      </div>
      {binding.error && <p className={shared.problem}>{binding.error}</p>}
      {isExplained && (
        <Modal
          title="Why not the others?"
          onClose={() => setIsExplained(false)}
          footer={<Button onClick={() => setIsExplained(false)}>Close</Button>}
        >
          <dl className={styles.reasons}>
            {rejected.map((service) => (
              <div key={service.service_level_id}>
                <dt className={styles.reasonsTerm}>
                  {service.name} <Tag>{service.code}</Tag>
                </dt>
                <dd className={styles.reasonsValue}>{service.reason}</dd>
              </div>
            ))}
          </dl>
        </Modal>
      )}
    </section>
  )
}

function Body({
  prices,
  binding,
  collect_on,
}: {
  prices: Prices
  binding: FieldBinding<string>
  collect_on: string | null
}) {
  const { rates, message, error, isAskable, isFetching, retry } = prices
  if (error && !isFetching)
    return (
      <div className={styles.pad}>
        <RegionError thrown={error} what="Prices" onRetry={retry} />
      </div>
    )
  if (!isAskable)
    return (
      <p className={styles.waiting}>
        Services and prices appear once both suburbs and the size and weight of the parcels are known.
      </p>
    )
  if (message !== null)
    return (
      <div className={styles.pad}>
        <Notice variant="warning">{message}</Notice>
      </div>
    )
  if (!rates)
    return (
      <div className={styles.pad} aria-busy="true">
        <Skeleton height={20} />
        <Skeleton height={20} width="80%" />
      </div>
    )
  return rates.map((rate) => (
    <ServiceRow
      key={rate.service_level.code}
      rate={rate}
      isChosen={rate.service_level.code === binding.value}
      collect_on={collect_on}
      onChoose={() => binding.onChange(rate.service_level.code)}
    />
  ))
}

function ServiceRow({
  rate,
  isChosen,
  collect_on,
  onChoose,
}: {
  rate: Rate
  isChosen: boolean
  collect_on: string | null
  onChoose: () => void
}) {
  const now = new Date()
  const late = isLater(rate, collect_on)
  return (
    <label className={cx(styles.service, isChosen && styles.chosen)}>
      <input
        type="radio"
        name="service_level_code"
        checked={isChosen}
        onChange={onChoose}
        className={styles.radio}
      />
      <span className={styles.serviceName}>
        {rate.service_level.name} <Tag>{rate.service_level.code}</Tag>
      </span>
      <span className={styles.serviceDates}>
        {deliveryText(rate, now)}
        {late && <span className={styles.late}>{` · collected ${collectionText(rate, now)}`}</span>}
      </span>
      <span className={styles.serviceWeight}>{weightShort(rate)}</span>
      <span className={styles.servicePrice}>{rate.rate !== null && <Money cents={rate.rate} />}</span>
    </label>
  )
}
