# The built-in references as a service: any of them, behind the HTTP framing.
#
#   docker build -t memory-conformance .
#   docker run --rm --read-only --publish 127.0.0.1:8080:8080 memory-conformance adk-java-1.8
#
# No step needs a shell, so that a base without one will do; without a registry, see PIP_FIND_LINKS.
ARG BASE=python:3.12-slim
FROM ${BASE}

# A folder of wheels in this one, as /src/…, in place of a package index.
ARG PIP_NO_INDEX
ARG PIP_FIND_LINKS

COPY . /src
RUN ["python", "-m", "pip", "install", "--no-cache-dir", "--root-user-action=ignore", "/src[serve]"]

ENV PORT=8080 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8080
LABEL memory-conformance.hardened=true
USER 65534:65534
ENTRYPOINT ["python", "-m", "memory_conformance", "serve", "--host", "0.0.0.0"]
CMD ["adk-go-2.4"]
