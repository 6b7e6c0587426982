import type { Postgres } from '../harness/postgres.ts'

/** Lets the clock of a database be set, as that of its machine is: what is connected from now on reads it where it would read PostgreSQL's own. */
export async function withMovableClock({ query }: Postgres, database: string): Promise<void> {
  await query(
    database,
    `CREATE SCHEMA machine;
     CREATE TABLE machine.moved (by INTERVAL NOT NULL);
     INSERT INTO machine.moved VALUES ('0');
     CREATE FUNCTION machine.clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE
       AS 'SELECT pg_catalog.clock_timestamp() + (SELECT by FROM machine.moved)';`,
  )
  await query('postgres', `ALTER DATABASE ${database} SET search_path = public, machine, pg_catalog`)
}

/** Sets it forward or back by a while, such as `-20 minutes`. */
export async function moveDatabaseClock({ query }: Postgres, database: string, by: string): Promise<void> {
  await query(database, `UPDATE machine.moved SET by = by + INTERVAL '${by}'`)
}
