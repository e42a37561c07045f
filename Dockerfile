# The image has the program, which is one static file, the certificates of public
# authorities, and an empty folder for the data. Nothing in it runs as root, and the
# program writes to /data only.
#
#	docker build -t auditor .
#	docker buildx build --platform linux/amd64,linux/arm64 -t auditor .

FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG TARGETOS TARGETARCH
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags='-s -w' -o /out/auditor ./examples/auditor && mkdir /out/data

FROM scratch
LABEL org.opencontainers.image.title="Auditor" \
      org.opencontainers.image.description="Watches the privacy labels of apps in the App Store and Google Play" \
      org.opencontainers.image.source="https://github.com/privacylabels/auditor"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/auditor /auditor
COPY --from=build --chown=65534:65534 /out/data /data
USER 65534:65534
ENV SERVICE_ADDR=0.0.0.0:3000 SERVICE_NETWORK_EXPOSED=1 SERVICE_DATA_DIR=/data TMPDIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["/auditor", "healthcheck", "-url", "http://127.0.0.1:3000"]
ENTRYPOINT ["/auditor"]
