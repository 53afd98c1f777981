/**
 * How long a call to somebody else may take in all, in milliseconds
 * (docs/domain/integrations-and-webhooks.md#calls-to-addresses-that-people-set).
 */
export const answer_timeout_ms = 15_000
/** The most that is read of an answer, in bytes. */
export const max_answer_bytes = 64 * 1024
