import pg from 'pg'

/**
 * A stand-in for Citus in a database: its catalogue and the functions that `billwright distribute` and
 * `billwright company place` call. It
 * refuses what Citus refuses there: a table that references, or is referenced by, one that lies elsewhere.
 */
export async function pretendCitus(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(STAND_IN)
  await client.end()
}

const STAND_IN = `
create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char", shards int, colocated text,
  has_local_rows boolean default true);
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
create table pg_dist_node (groupid int primary key, nodename text, nodeport int, noderole text default 'primary',
  isactive boolean default true, shouldhaveshards boolean default true);
insert into pg_dist_node values (1, 'worker-1', 5432), (2, 'worker-2', 5432);
create table pg_dist_shard (logicalrelid regclass, shardid int8 primary key, shardminvalue text, shardmaxvalue text);
create table pg_dist_placement (shardid int8 primary key, groupid int);
insert into pg_dist_shard values ('invoices', 102008, '-2147483648', '2147483647');
insert into pg_dist_placement values (102008, 1);
create function get_shard_id_for_distribution_column(name regclass, company int8) returns int8 language sql as $$
  select coalesce((select shardid from pg_dist_shard where shardminvalue = company::text and shardmaxvalue = company::text), 102008) $$;
create function isolate_tenant_to_new_shard(name regclass, company int8, cascade_option text, mode text default 'auto') returns int8
  language plpgsql as $$
begin
  -- Citus waits for a company that is written to.
  if mode = 'auto' and exists (select 1 from pg_tables where tablename = 'company_is_written_to') then
    perform pg_sleep(600);
  end if;
  if cascade_option <> 'CASCADE' then
    raise 'cannot isolate tenant because "invoices" has colocated tables' using errcode = '0A000';
  end if;
  if get_shard_id_for_distribution_column(name, company) <> 102008 then
    raise 'table has already been isolated for the given value' using errcode = '42710';
  end if;
  insert into pg_dist_shard values (name, 102100 + company, company::text, company::text);
  insert into pg_dist_placement values (102100 + company, 1);
  return 102100 + company;
end $$;
create function citus_move_shard_placement(shard int8, from_name text, from_port int, to_name text, to_port int,
  mode text default 'auto') returns void language plpgsql as $$
begin
  update pg_dist_placement set groupid = (select groupid from pg_dist_node where nodename = to_name and nodeport = to_port)
    where shardid = shard and groupid = (select groupid from pg_dist_node where nodename = from_name and nodeport = from_port);
  if not found then raise 'could not find placement' using errcode = '42704'; end if;
end $$;
create function truncate_local_data_after_distributing_table(name regclass) returns void language sql as $$
  update pg_dist_partition set has_local_rows = false where logicalrelid = name $$;
`
