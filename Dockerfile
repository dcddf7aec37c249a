# The image: the locked packages and the service in one virtual environment, run by an ordinary user.
# With --build-arg LOCK=requirements-cluster.lock it has Dask as well, and can also be its scheduler or a worker;
# with LOCK=requirements-mcp.lock it has the tools for assistants (UMPIRE_MCP).

FROM python:3.11.15-slim-trixie@sha256:db3ff2e1800a8581e2c48a27c3995339d47bdf046da21c7627accd3d51053a93 AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
ARG LOCK=requirements.lock
WORKDIR /src
COPY requirements.lock requirements-cluster.lock requirements-mcp.lock requirements-build.lock ./
RUN python -m venv --without-pip /opt/umpire \
    && python -m pip --python /opt/umpire/bin/python install --require-hashes --only-binary :all: -r "$LOCK" \
    && python -m pip install --require-hashes -r requirements-build.lock
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY service ./service
RUN python -m pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && python -m pip --python /opt/umpire/bin/python install --no-deps --no-index /wheels/*.whl

FROM python:3.11.15-slim-trixie@sha256:db3ff2e1800a8581e2c48a27c3995339d47bdf046da21c7627accd3d51053a93
LABEL org.opencontainers.image.title="Umpire" \
      org.opencontainers.image.description="A referee for fights between figures, over REST and GraphQL" \
      org.opencontainers.image.licenses="MIT"
# The base has the standard library as source alone, and the root is read-only: each process would compile it again.
RUN python -m pip uninstall --yes --quiet --root-user-action ignore pip setuptools wheel \
    && python -m compileall -q -j 0 \
        "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" -x '/(test|tests|idlelib|lib2to3)/' \
    && useradd --system --user-group --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin umpire
COPY --from=build /opt/umpire /opt/umpire
# Tracebacks name lines without marking columns, whose tables would take 1 MiB of every process.
ENV PATH=/opt/umpire/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PYTHONNODEBUGRANGES=1
# Memory that one large request took is given back; otherwise the C library keeps up to 64 MiB of it for the next.
ENV MALLOC_TRIM_THRESHOLD_=1048576
# Dask's workers and schedulers do not profile themselves, which would take 7 % of a worker's time; work is not blamed for the
# first deaths of workers beside it. Nothing opens the HTTP pages of Dask.
ENV DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL=500ms \
    DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=20 DASK_DISTRIBUTED__SCHEDULER__HTTP__ROUTES=[] \
    DASK_DISTRIBUTED__WORKER__HTTP__ROUTES=[]
# By number, so that an orchestrator can see that it is not root.
USER 10001:10001
WORKDIR /tmp
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
    CMD ["python", "-c", "import http.client, sys; c = http.client.HTTPConnection('127.0.0.1', 8000, timeout=2); c.request('GET', '/livez'); sys.exit(c.getresponse().status != 200)"]
ENTRYPOINT ["umpire"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
