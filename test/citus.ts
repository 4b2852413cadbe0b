import pg from 'pg'

/**
 * A stand-in for Citus in a database: its catalogue and the functions that `billwright distribute` calls. It
 * refuses what Citus refuses there: a table that references, or is referenced by, one that lies elsewhere.
 */
export async function pretendCitus(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(STAND_IN)
  await client.end()
}

const STAND_IN = `
create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char", shards int, colocated text);
create function create_distributed_table(name regclass, column_name text, colocate_with text default 'default',
  shard_count int default null) returns void language plpgsql as $$
begin
  if exists (select 1 from pg_constraint where contype = 'f' and (conrelid = name or confrelid = name)) then
    raise 'cannot create foreign key constraint since relations are not colocated' using errcode = '0A000';
  end if;
  if not exists (select 1 from pg_attribute where attrelid = name and attname = column_name) then
    raise 'column does not exist' using errcode = '42703';
  end if;
  insert into pg_dist_partition values (name, 'h', shard_count, colocate_with);
end $$;
create function truncate_local_data_after_distributing_table(name regclass) returns void language sql as '';
`
