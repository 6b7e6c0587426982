import { WORLD_TABLES } from '../../../src/platform/store/world-tables.ts'
import type { Postgres } from './postgres.ts'

/**
 * Has a database refuse what a command writes into a world that is not in its scope (D124): one whose row its transaction has neither locked nor made. Without the
 * lock another process could write the same world at the same time.
 */
export async function guardScope(server: Postgres, database: string): Promise<void> {
  const triggers = WORLD_TABLES.map(
    ({ table }) => `CREATE TRIGGER "scope" BEFORE INSERT OR UPDATE OR DELETE ON "${table}"
      FOR EACH ROW EXECUTE FUNCTION require_scope();`,
  )
  await server.query(database, `${FUNCTION}\n${triggers.join('\n')}`)
}

// PostgreSQL notes in a row who has locked it: xmax is the transaction that did, as xmin is the one that made it.
const FUNCTION = `CREATE FUNCTION require_scope() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    written RECORD;
    ids TEXT[];
    own BIGINT := pg_current_xact_id()::text::bigint % 4294967296;
BEGIN
    IF TG_OP = 'DELETE' THEN written := OLD; ELSE written := NEW; END IF;
    IF EXISTS (SELECT 1 FROM "World" WHERE "id" = written."worldId" AND (xmax::text::bigint = own OR xmin::text::bigint = own))
    THEN RETURN written;
    END IF;
    -- After a savepoint a transaction has more ids than its own, and where a row was changed and that was taken back, xmax names several.
    SELECT array_agg("transactionid"::text) INTO ids FROM pg_locks WHERE "pid" = pg_backend_pid() AND "locktype" = 'transactionid' AND "mode" = 'ExclusiveLock';
    PERFORM FROM "World" WHERE "id" = written."worldId" AND (xmax::text = ANY (ids) OR xmin::text = ANY (ids));
    IF FOUND THEN RETURN written; END IF;
    BEGIN
        PERFORM FROM "World", pg_get_multixact_members("World".xmax) AS "locker" WHERE "id" = written."worldId" AND "locker".xid::text = ANY (ids);
        IF FOUND THEN RETURN written; END IF;
    EXCEPTION WHEN OTHERS THEN NULL;
    END;
    RAISE EXCEPTION 'A command writes % of the world %, which is not in its scope.', TG_TABLE_NAME, written."worldId";
END $$;`
