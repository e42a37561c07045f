package health

import (
	"math"
	"runtime/metrics"
)

// delayOf summarizes a distribution of seconds, less the counts before. It returns nil if
// nothing was counted since.
func delayOf(h *metrics.Float64Histogram, before []uint64) *Delay {
	counts := make([]uint64, len(h.Counts))
	var d Delay
	var sum, squares float64
	lowest, highest := -1, -1
	for i, n := range h.Counts {
		if len(before) == len(h.Counts) {
			n -= min(before[i], n)
		}
		if counts[i] = n; n == 0 {
			continue
		}
		if lowest < 0 {
			lowest = i
		}
		highest = i
		d.Samples += n
		low, high := bounds(h, i)
		middle := (low + high) / 2
		sum += float64(n) * middle
		squares += float64(n) * middle * middle
	}
	if d.Samples == 0 {
		return nil
	}
	mean := sum / float64(d.Samples)
	d.Min, _ = bounds(h, lowest)
	_, d.Max = bounds(h, highest)
	d.Mean = mean
	d.Stddev = math.Sqrt(max(squares/float64(d.Samples)-mean*mean, 0))
	d.P50, d.P95, d.P99 = quantile(h, counts, d.Samples, 0.5), quantile(h, counts, d.Samples, 0.95), quantile(h, counts, d.Samples, 0.99)
	for _, seconds := range []*float64{&d.Min, &d.Mean, &d.Max, &d.Stddev, &d.P50, &d.P95, &d.P99} {
		*seconds = math.Round(*seconds*1e6) / 1e3
	}
	switch {
	case d.P99 >= 1000:
		d.Severity = "danger"
	case d.P99 >= 100:
		d.Severity = "warn"
	default:
		d.Severity = "ok"
	}
	return &d
}

// bounds returns the bounds of a bucket. An infinite one is replaced by the other.
func bounds(h *metrics.Float64Histogram, i int) (low, high float64) {
	low, high = h.Buckets[i], h.Buckets[i+1]
	if math.IsInf(low, -1) {
		low = min(high, 0)
	}
	if math.IsInf(high, 1) {
		high = low
	}
	return low, high
}

// quantile returns the upper bound of the bucket with a quantile.
func quantile(h *metrics.Float64Histogram, counts []uint64, all uint64, part float64) float64 {
	rank, seen := uint64(math.Ceil(part*float64(all))), uint64(0)
	for i, n := range counts {
		if seen += n; n > 0 && seen >= rank {
			_, high := bounds(h, i)
			return high
		}
	}
	return 0
}
