/** Asks for a refund of a payment request, with a nonce that makes it once. */
export const create_refund = `
  mutation CreateRefund(
    $amount: MoneyInput!, $reason: RefundReason!, $nonce: String!,
    $beneficiaryReference: String!, $paymentRequestId: ID!
  ) {
    clientRefundInitiate(input: {
      amount: $amount, reason: $reason, nonce: $nonce,
      beneficiaryReference: $beneficiaryReference, paymentRequestId: $paymentRequestId
    }) {
      refund { id }
    }
  }`

/** Finds a refund by the nonce with which it was asked for, also when the answer with its id was lost. */
export const find_refund = `
  query FindRefund($nonce: String!) {
    client {
      refunds(filter: { nonce: { eq: $nonce } }) {
        edges {
          node {
            id
            nonce
            paymentInitiationRequest { id }
            status {
              __typename
              ... on RefundError { reason }
            }
          }
        }
      }
    }
  }`
