-- wrk: each thread has one connection and reports one game after another, each report once the one before is answered.
-- Arguments: file with one report a line, token, then the addresses of the tables, as many for each thread as there are.

local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  reports = {}
  for line in io.lines(args[1]) do reports[#reports + 1] = line end
  headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. args[2] }
  threads_in_all = tonumber(args[3])
  run = args[4]
  tables = {}
  for at = 5 + number, #args, threads_in_all do tables[#tables + 1] = args[at] end
  current, base, wrong, first_wrong = 1, 0, 0, ""
end

function request()
  if base == #reports then current, base = current + 1, 0 end
  local body = string.format('{"client_id":"%s-%s-%s-%06d","base":%d,"report":%s}',
    run, number, current, base, base, reports[base + 1])
  return wrk.format("POST", tables[current], headers, body)
end

function response(status, _, body)
  if status == 201 then base = base + 1
  else
    wrong = wrong + 1
    if wrong == 1 then io.stderr:write("answered " .. status .. ": " .. body:sub(1, 300) .. "\n") end
    wrk.thread:stop()
  end
end

function done(summary, latency, _)
  io.write(string.format('{"requests":%d,"microseconds":%d,"errors":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
