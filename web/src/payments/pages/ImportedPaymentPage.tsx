import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { amountProblem, formatRand, type Cents } from '@waybill/domain/kit/money'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import {
  imported_before,
  imported_state_labels,
  importedApi,
  mayIgnore,
  mayMatch,
  mayReopen,
  type ImportedPayment,
} from '@waybill/domain/payments/imported-payment'
import { useState } from 'react'
import { AccountPicker, useAccount } from '../../accounts/index.ts'
import { AuditTrailButton } from '../../audit/index.ts'
import { confirmUnusual, ledger_queries } from '../../billing/index.ts'
import { fieldsOf, endpointQuery, ApiError, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ByPosition } from '../../kit/ui/ByPosition.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Money, None, When } from '../../kit/ui/values/Value.tsx'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ImportedBadge } from '../imported-payments/imported-texts.tsx'
import styles from './imported-payment-page.module.css'
import { personName } from '../../kit/session/people.ts'

const back = { to: '/billing/imported-payments', label: 'Imported payments' }
const changed = [importedApi.list, ...ledger_queries] as const

/** Page of one bank statement line: the bank's data, matching it to accounts, and undoing the match (NAV-027). */
export default function ImportedPaymentPage() {
  const id = Number(usePathPart('id'))
  const isId = Number.isSafeInteger(id) && id > 0
  const query = useQuery({ ...endpointQuery(importedApi.list, { id, limit: 1 }), enabled: isId })
  const payment = query.data?.imported_payments[0]
  const isUnknown = query.error instanceof ApiError && query.error.status === 400
  if (!isId || isUnknown || (query.data && !payment)) throw new PageNotFound()
  return (
    <Page width="detail">
      {payment ? (
        <PageContent key={payment.version} payment={payment} />
      ) : (
        <>
          <PageHeader title="Imported payment" back={back} />
          {query.error ? (
            <RegionError thrown={query.error} what="This payment" onRetry={() => void query.refetch()} />
          ) : (
            <Loading lines={8} onRetry={() => void query.refetch()} />
          )}
        </>
      )}
    </Page>
  )
}

function PageContent({ payment }: { payment: ImportedPayment }) {
  const me = useMe()
  const mayAct = mayCall(me, importedApi.match)
  const [asking, setAsking] = useState<'ignore' | 'reopen' | null>(null)
  const canBePosted = amountProblem(payment.amount) === null
  const reopen = useEndpointMutation(importedApi.reopen, {
    refresh: changed,
    done: () => toast.success('Open again'),
  })
  const takesBack = payment.state === 'matched' || payment.state === 'split'
  const inQuestion = payment.state === 'possible-duplicate'
  return (
    <>
      <PageHeader
        title={formatRand(payment.amount)}
        back={back}
        badge={<ImportedBadge payment={payment} size="large" />}
        note={formatDate(startOfDay(payment.bank_date))}
        actions={
          <>
            {mayAct && mayIgnore(payment) === true && (
              <Button onClick={() => setAsking('ignore')}>Ignore</Button>
            )}
            {mayAct && mayReopen(payment) === true && (
              <Button
                busy={reopen.isPending}
                onClick={() =>
                  takesBack
                    ? setAsking('reopen')
                    : reopen.mutate({ id: payment.id, version: payment.version })
                }
              >
                {takesBack ? 'Undo match' : inQuestion ? 'This is a different payment' : 'Open again'}
              </Button>
            )}
            <AuditTrailButton
              type="imported_payment"
              object_id={String(payment.id)}
              label="View audit trail"
            />
          </>
        }
      />
      <Columns
        main={
          <Stack>
            {payment.posted_by_hand && (
              <Notice variant="warning" title="Probably posted by hand">
                {payment.posted_by_hand}
              </Notice>
            )}
            {mayAct && mayIgnore(payment) === true && canBePosted && !inQuestion && (
              <MatchCard payment={payment} />
            )}
            {payment.duplicate_of && <EarlierCard of={payment.duplicate_of} inQuestion={inQuestion} />}
            {!canBePosted && (
              <Notice variant="warning" title="This payment cannot be posted">
                {`A posting ${amountProblem(payment.amount)}. Ask your bank about this payment, or ignore it.`}
              </Notice>
            )}
            {payment.parts.length > 0 && <PartsCard payment={payment} />}
            {payment.remark && (
              <Notice variant="info" title={payment.state === 'ignored' ? 'Ignored' : 'Match undone'}>
                {payment.remark}
              </Notice>
            )}
          </Stack>
        }
        side={
          <Card title="On the statement">
            <Facts
              of={[
                ['Date', formatDate(startOfDay(payment.bank_date))],
                ['Description', payment.description || <None key="none" />],
                ['Reference', payment.reference || <None key="none" />],
                ['Bank account', payment.bank_account || <None key="none" />],
                ['File', payment.file_name],
                ['Imported', <When key="when" at={payment.time_created} />],
                ['By', personName(payment.imported_by)],
              ]}
            />
          </Card>
        }
      />
      {asking && <ReasonDialog payment={payment} what={asking} onClose={() => setAsking(null)} />}
    </>
  )
}

/** The earlier line of which this payment may be a duplicate, for comparison. */
function EarlierCard({
  of: earlier,
  inQuestion,
}: {
  of: NonNullable<ImportedPayment['duplicate_of']>
  inQuestion: boolean
}) {
  return (
    <Card title="Possibly imported before">
      <Stack>
        {inQuestion && (
          <p>
            A payment of this amount was imported with other words. If this is the same money, ignore this
            line; if not, say that it is another payment. Until then it cannot be posted.
          </p>
        )}
        <Facts
          of={[
            [
              'Earlier line',
              <AppLink key="link" to={`/billing/imported-payments/${earlier.id}`}>
                {earlier.description || earlier.reference || `Line ${earlier.id}`}
              </AppLink>,
            ],
            ['Date', formatDate(startOfDay(earlier.bank_date))],
            ['Reference', earlier.reference || <None key="none" />],
            ['Bank account', earlier.bank_account || <None key="none" />],
            ['State', imported_state_labels[earlier.state]],
            ['File', earlier.file_name],
            ['Imported', <When key="when" at={earlier.time_created} />],
          ]}
        />
      </Stack>
    </Card>
  )
}

interface Part {
  account_id: number | null
  amount: Cents | null
}

interface Matching {
  parts: Part[]
  is_another_payment: boolean
}

function completeParts(parts: readonly Part[]): { account_id: number; amount: Cents }[] {
  return parts.flatMap(({ account_id, amount }) =>
    account_id !== null && amount !== null ? [{ account_id, amount }] : [],
  )
}

/** The form for matching a payment, in one part or several. The suggested account is filled in. */
function MatchCard({ payment }: { payment: ImportedPayment }) {
  const { suggestion, amount } = payment
  const form = useForm<Matching>({
    initial: {
      parts: [{ account_id: suggestion?.account.id ?? null, amount }],
      is_another_payment: false,
    },
    check: ({ parts }) => {
      const complete = completeParts(parts)
      if (complete.length < parts.length)
        return parts.flatMap((part, at) => [
          ...(part.account_id === null
            ? [{ field: `parts.${at}.account_id`, message: 'Choose the account.' }]
            : []),
          ...(part.amount === null ? [{ field: `parts.${at}.amount`, message: 'Give the amount.' }] : []),
        ])
      const reason = reasonOf(mayMatch(payment, complete))
      return reason ? [{ field: `parts.${parts.length - 1}.amount`, message: reason }] : []
    },
  })
  const send = useEndpointMutation(importedApi.match, {
    inForm: true,
    refresh: changed,
    done: () => toast.success(`${formatRand(amount)} posted`),
  })
  const { parts, is_another_payment } = form.values
  const hasAnotherField =
    is_another_payment || fieldsOf(send.error).some(({ field }) => field === 'is_another_payment')
  const rest = amount - parts.reduce((sum, part) => sum + (part.amount ?? 0), 0)
  const post = async (all: ReturnType<typeof completeParts>): Promise<void> => {
    const to = all.length === 1 ? 'the chosen account' : 'the chosen accounts, together'
    if (await confirmUnusual([{ amount, to }]))
      send.mutate({ id: payment.id, version: payment.version, parts: all, is_another_payment })
  }
  return (
    <Card
      title="Choose the account"
      note={suggestion ? `Suggested: ${suggestion.reason}` : 'No customer found on the statement'}
    >
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={`Post ${formatRand(amount)}`}
        onSubmit={({ parts: all }) => void post(completeParts(all))}
      >
        <ByPosition of={parts}>
          {(_, at) => <PartRow form={form} at={at} isOnly={parts.length === 1} />}
        </ByPosition>
        {hasAnotherField && (
          <Checkbox
            {...form.field('is_another_payment')}
            label="This is a different payment from the one posted by hand"
          />
        )}
        <Row>
          <Button
            size="sm"
            icon={IconPlus}
            onClick={() =>
              form.set('parts', [...parts, { account_id: null, amount: rest > 0 ? rest : null }])
            }
          >
            Split over another account
          </Button>
          {rest !== 0 && (
            <span
              className={styles.rest}
            >{`${formatRand(Math.abs(rest))} ${rest > 0 ? 'left' : 'too much'}`}</span>
          )}
        </Row>
      </FormPanel>
    </Card>
  )
}

function PartRow({
  form,
  at,
  isOnly,
}: {
  form: ReturnType<typeof useForm<Matching>>
  at: number
  isOnly: boolean
}) {
  const { parts } = form.values
  const account = useAccount(parts[at]?.account_id ?? null)
  return (
    <div className={styles.part}>
      <AccountPicker binding={form.field(`parts.${at}.account_id`)} chosen={account} />
      <MoneyField {...form.field(`parts.${at}.amount`)} label="Amount" />
      {!isOnly && (
        <IconButton
          className={styles.remove ?? ''}
          label="Remove this part"
          icon={IconTrash}
          onClick={() =>
            form.set(
              'parts',
              parts.filter((_, other) => other !== at),
            )
          }
        />
      )}
    </div>
  )
}

/** The parts posted from the payment, including reversed ones. */
function PartsCard({ payment: { parts } }: { payment: ImportedPayment }) {
  return (
    <Card title="Posted">
      <Facts
        split
        of={parts.map((part) => [
          `${part.account.name} (${part.account.account_code})`,
          <span key={part.transaction_id}>
            <AppLink to={`/accounts/${part.account.id}?tab=billing`}>
              <Money cents={part.amount} />
            </AppLink>
            {part.has_been_reversed ? ' · reversed' : ''} · <When at={part.time_created} />
          </span>,
        ])}
      />
    </Card>
  )
}

/** Prompts for the reason to ignore a line or to undo a match; undoing reverses what was posted. */
function ReasonDialog({
  payment: { id, version, state },
  what,
  onClose,
}: {
  payment: ImportedPayment
  what: 'ignore' | 'reopen'
  onClose: () => void
}) {
  const [reason, setReason] = useState(state === 'possible-duplicate' ? imported_before : '')
  const [missing, setMissing] = useState(false)
  const done = (): void => {
    toast.success(what === 'ignore' ? 'Ignored' : 'Match undone')
    onClose()
  }
  const ignore = useEndpointMutation(importedApi.ignore, { refresh: changed, done })
  const reopen = useEndpointMutation(importedApi.reopen, { refresh: changed, done })
  const send = what === 'ignore' ? ignore : reopen
  const act = (): void => {
    if (reason.trim() === '') setMissing(true)
    else send.mutate({ id, version, reason: reason.trim() })
  }
  return (
    <Modal
      title={what === 'ignore' ? 'Ignore this payment' : 'Undo the match'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={send.isPending} onClick={act}>
            {what === 'ignore' ? 'Ignore' : 'Undo match'}
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          {what === 'ignore'
            ? 'Ignore money that is not from a customer, such as interest or your own refund, or that was imported before.'
            : 'Amounts posted from it are reversed on the account. The payment then waits for an account again.'}
        </p>
        <TextField
          {...standaloneField('reason', reason, setReason)}
          label="Reason"
          error={missing && reason.trim() === '' ? 'Enter a reason.' : undefined}
          autoFocus
        />
      </Stack>
    </Modal>
  )
}
