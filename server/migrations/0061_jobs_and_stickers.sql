-- compatible-from: 0055
-- Leases due jobs of the outbox. One statement did this before, and the planner chose plans for it that read the whole
-- table again for each job as soon as its statistics were from a time when the outbox was empty. The steps below each
-- have only one index that fits, whatever the statistics say (decision 0129).
CREATE FUNCTION lease_outbox(
  lease_until timestamptz, token text, due_before timestamptz,
  -- Jobs that may run at once in this process: in the lane of a listener, and of one company in it.
  places_of_lane integer, places_of_company integer,
  -- Jobs that already run in this process, by listener and company.
  running_listeners text[], running_providers integer[], running_jobs integer[]
) RETURNS TABLE (provider_id integer, id bigint, listener text, payload jsonb, request_id text, attempts integer)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off
SET jit = off AS $$
#variable_conflict use_column
DECLARE
  lane record;
  job record;
  locked record;
  first_of_key bigint;
  -- Objects whose first job is not the one that was looked at, and the first jobs that are known.
  waiting_keys text[];
  first_jobs bigint[];
  turn integer;
  last_provider integer := 0;
  last_listener text := '';
  providers integer[] := '{}';
  listeners text[] := '{}';
  found_providers integer[] := '{}';
  found_listeners text[] := '{}';
  found_ids bigint[] := '{}';
  found_times timestamptz[] := '{}';
  found_turns integer[] := '{}';
BEGIN
  LOOP
    SELECT o.provider_id, o.listener INTO lane FROM outbox o
    WHERE o.dead_at IS NULL AND (o.provider_id, o.listener) > (last_provider, last_listener)
    ORDER BY o.provider_id, o.listener LIMIT 1;
    EXIT WHEN NOT FOUND;
    last_provider := lane.provider_id;
    last_listener := lane.listener;
    providers := providers || last_provider;
    listeners := listeners || last_listener;
  END LOOP;

  -- The more companies wait in a lane, the fewer jobs of each are looked at.
  FOR lane IN
    WITH running AS (
      SELECT * FROM unnest(running_listeners, running_providers, running_jobs) AS one (listener, provider_id, jobs))
    SELECT w.provider_id, w.listener, coalesce(u.jobs, 0) AS jobs,
      greatest(1, 2 * places_of_lane / count(*) OVER (PARTITION BY w.listener)) AS enough
    FROM unnest(providers, listeners) AS w (provider_id, listener)
    LEFT JOIN running u ON u.listener = w.listener AND u.provider_id = w.provider_id
    WHERE coalesce(u.jobs, 0) < places_of_company
      AND (SELECT coalesce(sum(r.jobs), 0) FROM running r WHERE r.listener = w.listener) < places_of_lane
  LOOP
    turn := lane.jobs;
    waiting_keys := '{}';
    first_jobs := '{}';
    FOR job IN
      SELECT o.id, o.object_key, o.next_attempt_at, o.leased_until FROM outbox o
      WHERE o.dead_at IS NULL AND o.provider_id = lane.provider_id AND o.listener = lane.listener
        AND o.next_attempt_at <= due_before
      ORDER BY o.next_attempt_at, o.id
    LOOP
      -- A job that failed is due later than those behind it, and is still the first of its object.
      CONTINUE WHEN job.object_key = ANY (waiting_keys) AND job.id <> ALL (first_jobs);
      first_of_key := NULL;
      IF job.leased_until IS NULL OR job.leased_until < due_before THEN
        SELECT o.id INTO first_of_key FROM outbox o
        WHERE o.dead_at IS NULL AND (o.provider_id, o.listener, o.object_key) >= (lane.provider_id, lane.listener, job.object_key)
        ORDER BY o.provider_id, o.listener, o.object_key, o.id LIMIT 1;
      END IF;
      IF first_of_key IS DISTINCT FROM job.id THEN
        waiting_keys := waiting_keys || job.object_key;
        first_jobs := first_jobs || coalesce(first_of_key, 0);
        CONTINUE;
      END IF;
      turn := turn + 1;
      found_providers := found_providers || lane.provider_id;
      found_listeners := found_listeners || lane.listener;
      found_ids := found_ids || job.id;
      found_times := found_times || job.next_attempt_at;
      found_turns := found_turns || turn;
      EXIT WHEN turn >= places_of_company OR turn - lane.jobs >= lane.enough;
    END LOOP;
  END LOOP;

  -- Companies take turns; among equal turns, the job that has been due longest goes first.
  FOR job IN
    SELECT placed.provider_id, placed.id FROM (
      SELECT f.provider_id, f.id,
        row_number() OVER (PARTITION BY f.listener ORDER BY f.turn, f.due, f.id) + coalesce((
          SELECT sum(r.jobs) FROM unnest(running_listeners, running_jobs) AS r (listener, jobs)
          WHERE r.listener = f.listener), 0) AS place
      FROM unnest(found_providers, found_listeners, found_ids, found_times, found_turns)
        AS f (provider_id, listener, id, due, turn)) placed
    WHERE placed.place <= places_of_lane
  LOOP
    SELECT e.dead_at, e.next_attempt_at, e.leased_until INTO locked FROM outbox e
    WHERE e.provider_id = job.provider_id AND e.id = job.id FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND OR locked.dead_at IS NOT NULL OR locked.next_attempt_at > due_before
      OR locked.leased_until >= due_before;
    RETURN QUERY
      UPDATE outbox o SET leased_until = lease_until, lease_token = token, attempts = o.attempts + 1
      WHERE o.provider_id = job.provider_id AND o.id = job.id
      RETURNING o.provider_id, o.id, o.listener, o.payload, o.request_id, o.attempts;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION lease_outbox(timestamptz, text, timestamptz, integer, integer, text[], integer[], integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lease_outbox(timestamptz, text, timestamptz, integer, integer, text[], integer[], integer[]) TO courier_platform;

-- The list of stickers links each one to its shipment, also when that was cancelled.
CREATE INDEX parcel_cancelled_alternative ON parcel (provider_id, alternative_tracking_reference)
  WHERE alternative_tracking_reference IS NOT NULL AND status = 'cancelled';
