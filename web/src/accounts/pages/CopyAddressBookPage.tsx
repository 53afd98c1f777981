import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { checkCopy } from '@waybill/domain/accounts/copy-address-book'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { AccountPicker, useAccount } from '../AccountPicker.tsx'
import styles from './copy-address-book-page.module.css'

type Copied = Output<typeof accountsApi.copyAddressBook>['accounts']

interface Chosen {
  from_account_id: number | null
  to_account_ids: number[]
}

const entries = (count: number): string => (count === 1 ? '1 entry' : `${formatCount(count)} entries`)
const sumOf = (accounts: Copied): number => accounts.reduce((sum, { added }) => sum + added, 0)

/** Page that copies the addresses of one account to others, after a preview (TOOL-011). */
export default function CopyAddressBookPage() {
  const [planned, setPlanned] = useState<Copied | null>(null)
  const [copied, setCopied] = useState<Copied | null>(null)
  const form = useForm<Chosen>({ initial: { from_account_id: null, to_account_ids: [] }, check: checkCopy })
  const { from_account_id, to_account_ids } = form.values
  const from = useAccount(from_account_id)
  const change = (values: Chosen): void => {
    form.fill(values)
    setPlanned(null)
    setCopied(null)
  }
  const preview = useEndpointMutation(accountsApi.copyAddressBook, {
    inForm: true,
    done: ({ accounts }) => {
      setPlanned(accounts)
      setCopied(null)
    },
  })
  const copy = useEndpointMutation(accountsApi.copyAddressBook, {
    refresh: [accountsApi.addressBook],
    done: ({ accounts }) => {
      setCopied(accounts)
      setPlanned(null)
      form.reset(form.values)
    },
  })
  const confirmCopy = async (accounts: Copied): Promise<void> => {
    if (from_account_id === null) return
    const to = accounts.length === 1 ? (accounts[0]?.account_name ?? '') : `${accounts.length} accounts`
    const isSure = await confirmAction({
      title: `Copy ${entries(sumOf(accounts))} to ${to}?`,
      body: 'Copies can only be removed again one by one, in the address book of each account.',
      confirm: 'Copy',
      cancel: 'Go back',
    })
    if (isSure) copy.mutate({ from_account_id, to_account_ids })
  }
  const binding = form.field('to_account_ids')
  return (
    <Page width="form">
      <PageHeader title="Copy address book" back={{ to: '/tools', label: 'Tools' }} />
      <Stack>
        <FormPanel
          form={form}
          saving={preview.isPending || copy.isPending}
          error={preview.error}
          submit="Preview"
          onSubmit={({ from_account_id: source, to_account_ids: targets }) =>
            source !== null &&
            preview.mutate({ from_account_id: source, to_account_ids: targets, dry_run: true })
          }
        >
          <Card title="From">
            <Stack>
              <AccountPicker
                binding={{
                  ...form.field('from_account_id'),
                  onChange: (id) => change({ from_account_id: id, to_account_ids }),
                }}
                chosen={from}
                label="Copy from"
              />
              {from && <BookSize account_id={from.id} />}
            </Stack>
          </Card>
          <Card title="To">
            <Stack>
              <AccountPicker
                key={to_account_ids.length}
                binding={{
                  ...standaloneField<number | null>('to_account_ids', null, (id) => {
                    if (id !== null && !to_account_ids.includes(id))
                      change({ from_account_id, to_account_ids: [...to_account_ids, id] })
                  }),
                  register: binding.register,
                  error: binding.error,
                }}
                chosen={null}
                label="Add an account"
              />
              {to_account_ids.map((id) => (
                <Target
                  key={id}
                  id={id}
                  onRemove={() =>
                    change({ from_account_id, to_account_ids: to_account_ids.filter((one) => one !== id) })
                  }
                />
              ))}
            </Stack>
          </Card>
        </FormPanel>
        {planned && (
          <Card
            title="Preview"
            note="The same name at the same address is copied only once."
            flush
            actions={
              sumOf(planned) > 0 && (
                <Button variant="primary" busy={copy.isPending} onClick={() => confirmCopy(planned)}>
                  Copy {entries(sumOf(planned))}
                </Button>
              )
            }
          >
            <Outcome accounts={planned} heading="Would be added" />
          </Card>
        )}
        {planned && sumOf(planned) === 0 && (
          <Notice variant="info" live title="There is nothing to copy.">
            All these entries are already in the address books.
          </Notice>
        )}
        {copied && (
          <>
            <Notice variant="success" live title={`${entries(sumOf(copied))} copied.`} />
            <Card title="Result" flush>
              <Outcome accounts={copied} heading="Added" />
            </Card>
          </>
        )}
      </Stack>
    </Page>
  )
}

function BookSize({ account_id }: { account_id: number }) {
  const { data } = useQuery(endpointQuery(accountsApi.addressBook, { account_id, limit: 1 }))
  return data ? <p>The address book has {entries(data.count)}.</p> : null
}

function Target({ id, onRemove }: { id: number; onRemove: () => void }) {
  const account = useAccount(id)
  const name = account ? `${account.name} (${account.account_code})` : `Account ${id}`
  return (
    <Row>
      <span>{name}</span>
      <Button size="sm" variant="ghost" aria-label={`Take ${name} out`} onClick={onRemove}>
        Take out
      </Button>
    </Row>
  )
}

function Outcome({ accounts, heading }: { accounts: Copied; heading: string }) {
  return (
    <ScrollRegion label={heading}>
      <table className={styles.outcome}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">{heading}</th>
            <th scope="col">Left out</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account_id, account_name, account_code, added, left_out }) => (
            <tr key={account_id}>
              <td>
                <AppLink to={`/address-book?account_id=${account_id}`}>{account_name}</AppLink> {account_code}
              </td>
              <td>{formatCount(added)}</td>
              <td>{formatCount(left_out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
