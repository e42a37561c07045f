package riverrunner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

const (
	// conns is how many connections River has: it listens with one.
	conns = 4
	// fetchPause is the shortest time between two fetches of jobs.
	fetchPause = 10 * time.Millisecond
	// pollInterval is how often jobs are fetched without a notification.
	pollInterval = time.Second
	// retention is how long completed jobs are kept.
	retention = 10 * time.Minute
	// rescueAfter is when River itself hands out a job again, should the engine not do so.
	rescueAfter = 7 * 24 * time.Hour
	// addedAtOnce is how many jobs are added with one statement.
	addedAtOnce = 2000
	// analyzed is how many jobs have to be added at a time for the table to be analyzed.
	analyzed = 5000
	// maxAttempts is the largest number that River stores. Only crashes count as attempts.
	maxAttempts = 1<<15 - 1
)

// Runs makes the engine of runs of a process. Its methods are safe for concurrent use.
type Runs struct {
	pool   *pgxpool.Pool
	insert *river.Client[pgx.Tx]
	log    *slog.Logger
}

var _ runner.Queue = (*Runs)(nil)

// Open opens further connections to the database of a store, and creates or migrates the
// tables of River. A nil logger discards. The context is for opening only. The caller must
// call Close before the store is closed, after the engine has stopped.
func Open(ctx context.Context, store *postgres.Store, log *slog.Logger) (*Runs, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	pool, err := store.NewPool(ctx, conns)
	if err != nil {
		return nil, fmt.Errorf("open the queue of runs: %w", err)
	}
	r := &Runs{pool: pool, log: slog.New(quiet{log.Handler()})}
	if err = r.migrate(ctx); err == nil {
		r.insert, err = river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: r.log, FetchCooldown: fetchPause})
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("open the queue of runs: %w", err)
	}
	return r, nil
}

// Close closes the connections.
func (r *Runs) Close() { r.pool.Close() }

// migrate creates or migrates the tables of River, one process at a time. Its migrations need
// a transaction each.
func (r *Runs) migrate(ctx context.Context) (err error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(r.pool), &rivermigrate.Config{Logger: r.log})
	if err != nil {
		return err
	}
	lock, err := r.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, lock.Conn().Close(context.WithoutCancel(ctx))) // which unlocks
		lock.Release()
	}()
	// However long the migration of another process takes.
	if _, err := lock.Exec(ctx, "SET lock_timeout = 0; SET statement_timeout = 0"); err != nil {
		return err
	}
	if _, err := lock.Exec(ctx, "SELECT pg_advisory_lock(hashtext('auditor'), hashtext(current_schema()))"); err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && (refused.Code == duplicateTable || refused.Code == undefinedColumn) {
		err = fmt.Errorf("the schema has a table river_* of another program: name an empty schema with search_path in the URL: %w", err)
	}
	return err
}

// The server's codes of errors. The table of River's migrations is read, the others are created.
const (
	duplicateTable  = "42P07"
	undefinedColumn = "42703"
)

// args are the arguments of a job. Its queue is the runner.
type args struct {
	Run string `json:"run"`
	Seq int    `json:"seq"`
}

// Kind implements [river.JobArgs].
func (args) Kind() string { return "auditor_item" }

// worker hands jobs to the engine.
type worker struct {
	river.WorkerDefaults[args]
	do func(ctx context.Context, h runner.Handout) *time.Duration
}

// Work implements [river.Worker].
func (w worker) Work(ctx context.Context, job *river.Job[args]) error {
	if passes(job.JobRow) {
		return river.JobSnooze(0)
	}
	again := w.do(ctx, runner.Handout{
		Task:     runner.Task{Runner: job.Queue, Run: job.Args.Run, Seq: job.Args.Seq},
		Complete: func(t *storage.Tx) error { return complete(ctx, t, job) },
	})
	if again != nil {
		return river.JobSnooze(*again)
	}
	return nil
}

// passes reports whether a process that gets a job twice in a row hands it on to the others, without work: it does after
// an odd number of times that the job was handed back. Processes look for jobs in the order in which they began to, so
// without that, the one that cannot do a job may be the first to find it again each time, and the others never do.
func passes(job *rivertype.JobRow) bool {
	n := len(job.AttemptedBy)
	if n < 2 || job.AttemptedBy[n-1] != job.AttemptedBy[n-2] {
		return false
	}
	var metadata struct {
		Snoozes int `json:"snoozes"` // how often the job was handed back, counted by River
	}
	return json.Unmarshal(job.Metadata, &metadata) == nil && metadata.Snoozes%2 == 1
}

func complete(ctx context.Context, t *storage.Tx, job *river.Job[args]) error {
	tx, err := within(t)
	if err != nil {
		return err
	}
	after, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, pgx.Tx(tx), job)
	if errors.Is(err, rivertype.ErrNotFound) || err == nil && after.State != rivertype.JobStateCompleted {
		return background.ErrLost
	}
	return err
}

// Work implements [runner.Queue].
func (r *Runs) Work(ctx context.Context, stop <-chan struct{}, w runner.Worker) error {
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, worker{do: w.Do}); err != nil {
		return err
	}
	queues := make(map[string]river.QueueConfig, len(w.Runners))
	for _, name := range w.Runners {
		queues[name] = river.QueueConfig{MaxWorkers: w.AtOnce}
	}
	client, err := river.NewClient(riverpgxv5.New(r.pool), &river.Config{
		ID: w.Process, Queues: queues, Workers: workers, Logger: r.log,
		FetchCooldown: fetchPause, FetchPollInterval: pollInterval,
		JobTimeout: -1, RescueStuckJobsAfter: rescueAfter, CompletedJobRetentionPeriod: retention,
	})
	if err != nil {
		return err
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	select {
	case <-stop:
	case <-ctx.Done():
	case <-client.Stopped():
	}
	if err := client.Stop(ctx); err != nil { // the context has ended before the work
		return client.StopAndCancel(context.WithoutCancel(ctx))
	}
	return nil
}

// Add implements [runner.Queue].
func (r *Runs) Add(t *storage.Tx, tasks iter.Seq2[runner.Task, error]) error {
	tx, err := within(t)
	if err != nil {
		return err
	}
	var params []river.InsertManyParams // collected first, because a transaction has one connection
	for task, err := range tasks {
		if err != nil {
			return err
		}
		params = append(params, river.InsertManyParams{
			Args: args{task.Run, task.Seq}, InsertOpts: &river.InsertOpts{Queue: task.Runner, MaxAttempts: maxAttempts},
		})
	}
	for some := range slices.Chunk(params, addedAtOnce) {
		if _, err := r.insert.InsertManyFastTx(context.Background(), tx, some); err != nil {
			return err
		}
	}
	if len(params) < analyzed {
		return nil
	}
	// Until the server analyzes the table itself, which may take it a minute, it would sort all
	// jobs for each fetch.
	_, err = tx.Exec(context.Background(), "ANALYZE river_job")
	return err
}

// open are the states of jobs that are not over.
const open = "state IN ('available', 'pending', 'retryable', 'running', 'scheduled')"

// Clear implements [runner.Queue].
func (r *Runs) Clear(t *storage.Tx, name string) error {
	return exec(t, "DELETE FROM river_job WHERE queue = $1 AND "+open, name)
}

// Has implements [runner.Queue].
func (r *Runs) Has(t *storage.Tx, name string) (tasks, working bool, err error) {
	tx, err := within(t)
	if err != nil {
		return false, false, err
	}
	err = tx.QueryRow(context.Background(), "SELECT EXISTS (SELECT FROM river_job WHERE queue = $1 AND "+open+
		"), EXISTS (SELECT FROM river_job WHERE queue = $1 AND state = 'running')", name).Scan(&tasks, &working)
	return tasks, working, err
}

// Running implements [runner.Queue].
func (r *Runs) Running(t *storage.Tx, ago time.Duration) ([]runner.Running, error) {
	tx, err := within(t)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(context.Background(), "SELECT queue, args ->> 'run', (args ->> 'seq')::INT, attempted_by[array_upper(attempted_by, 1)] "+
		"FROM river_job WHERE state = 'running' AND attempted_at <= now() - $1 * INTERVAL '1 second'", ago.Seconds())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (task runner.Running, err error) {
		err = row.Scan(&task.Runner, &task.Run, &task.Seq, &task.Process)
		return task, err
	})
}

// Return implements [runner.Queue].
func (r *Runs) Return(t *storage.Tx, task runner.Running) error {
	return exec(t, "UPDATE river_job SET state = 'available', scheduled_at = now() WHERE state = 'running' AND queue = $1 "+
		"AND args ->> 'run' = $2 AND (args ->> 'seq')::INT = $3 AND attempted_by[array_upper(attempted_by, 1)] = $4",
		task.Runner, task.Run, task.Seq, task.Process)
}

func exec(t *storage.Tx, statement string, values ...any) error {
	tx, err := within(t)
	if err == nil {
		_, err = tx.Exec(context.Background(), statement, values...)
	}
	return err
}
